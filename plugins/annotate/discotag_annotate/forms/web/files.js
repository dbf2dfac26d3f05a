// Answers as a file: saved by download, loaded to go on elsewhere.
const fileName = () => {
  const person = state.answers[ABOUT]?.participant ?? "";
  const clean = person.trim().replace(/[^\p{L}\p{N}._-]+/gu, "-");
  return `${data.study}-${clean || "answers"}.json`;
};

const save = () => {
  const content = { schema: data.schema, study: data.study, answers: answered() };
  const blob = new Blob([`${JSON.stringify(content, null, 1)}\n`], { type: "application/json" });
  const address = URL.createObjectURL(blob);
  make("a", { href: address, download: fileName() }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60000);
  const open = data.items.filter((item) => !isDone(item)).length;
  say(open ? `Saved as ${fileName()}; ${plural(open, "page")} still open.` : `Saved as ${fileName()}. All is done: thank you.`);
};

// Forget all, for the next person at the same browser; asks to be pressed twice.
const startOver = () => {
  const over = byId("over");
  if (over.dataset.asked) {
    state = fresh();
    keep();
    show(0);
    say("All answers are forgotten.");
  } else {
    say("Press “Start over” again to forget all answers of this page. Save them first.");
  }
  over.dataset.asked = over.dataset.asked ? "" : "yes";
};

const load = async (file) => {
  let content;
  try {
    content = JSON.parse(await file.text());
  } catch {
    say(`${file.name} is no file of answers.`);
    return;
  }
  if (content?.schema !== data.schema || content.study !== data.study || !content.answers) {
    say(`${file.name} holds no answers to this form.`);
    return;
  }
  const known = new Set(data.items.map(({ id }) => id));
  const fitting = Object.entries(content.answers).filter(
    ([id, answers]) => known.has(id) && answers !== null && typeof answers === "object",
  );
  state = { ...state, answers: { ...state.answers, ...Object.fromEntries(fitting) } };
  keep();
  show(state.page);
  say(`${plural(fitting.length, "page")} read from ${file.name}.`);
};
