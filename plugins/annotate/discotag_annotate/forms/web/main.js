// The page: one item at a time.
const update = () => {
  const item = data.items[state.page];
  for (const question of item.questions) {
    const field = byId("item").querySelector(`[data-question="${question.name}"]`);
    field.hidden = !isAsked(item, question);
  }
  const done = data.items.filter(isDone).length;
  byId("progress").max = data.items.length;
  byId("progress").value = done;
  byId("done").textContent = `${done} of ${data.items.length}`;
};

const show = (page) => {
  state.page = page;
  keep();
  const item = data.items[page];
  const title = item.id === ABOUT ? item.title : `Item ${page} of ${data.items.length - 1}`;
  byId("item").replaceChildren(
    make("h2", { id: "heading" }, title),
    ...(item.title && item.id !== ABOUT ? [make("p", { class: "note" }, item.title)] : []),
    ...item.blocks.map((block) => blockOf(item, block)),
    ...item.questions.map((question) => questionOf(item, question, update)),
  );
  byId("page").value = page + 1;
  byId("previous").disabled = page === 0;
  byId("next").disabled = page === data.items.length - 1;
  byId("instructions").replaceChildren(...data.instructions.map((text) => make("p", {}, worded(text))));
  byId("help").open = page === 0;
  update();
};

const turnTo = (page) => {
  if (!data.items[page]) return;
  say("");
  show(page);
  byId("item").focus({ preventScroll: true });
  byId("app").scrollIntoView();
};

const turn = (step) => {
  const page = state.page + step;
  if (page >= data.items.length) say("This is the last page. Save your answers when all is done.");
  else turnTo(page);
};

recall();
byId("app").hidden = false;
byId("pages").textContent = data.items.length;
byId("page").max = data.items.length;
byId("previous").addEventListener("click", () => turn(-1));
byId("next").addEventListener("click", () => turn(1));
byId("page").addEventListener("change", (event) => turnTo(event.target.valueAsNumber - 1));
byId("open").addEventListener("click", () => {
  const page = data.items.findIndex((item) => !isDone(item));
  if (page < 0) say("No page is open: save your answers.");
  else turnTo(page);
});
byId("save").addEventListener("click", save);
byId("over").addEventListener("click", startOver);
byId("over").addEventListener("blur", (event) => (event.target.dataset.asked = ""));
byId("load").addEventListener("change", async (event) => {
  const [file] = event.target.files;
  if (file) await load(file);
  event.target.value = "";
});
document.addEventListener("keydown", onKey);
show(state.page);
