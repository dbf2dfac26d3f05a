// Requests: soon after the last key the texts are checked; the newest answer is shown.
const QUIET = 250;
const PAGE = Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("");
let timer = 0;
let asking = null;

const tell = (message) => {
  byId("told").textContent = message;
};

const showError = (message, hints = []) => {
  byId("error").hidden = !message;
  byId("error").replaceChildren(
    ...(message ? [make("p", {}, message), ...hints.map((hint) => make("p", { class: "note" }, hint))] : []),
  );
};

const isEmpty = (form) =>
  !form.source.trim() || !form.translations.some(({ text }) => text.trim());

// Ask the server; null where a newer request has taken the place of this one.
const ask = (path, form, signal) =>
  send(path, { ...form, page: path === "check" ? PAGE : "" }, signal);

const send = async (path, body, signal) => {
  const reply = await fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
    signal,
  });
  if (!reply.ok) {
    const told = await reply.json().catch(() => ({}));
    const error = new Error(told.error ?? "discotag serve does not answer as it should.");
    error.hints = told.hints ?? [];
    throw error;
  }
  return reply;
};

const failed = (error) => {
  if (error.name === "AbortError") return;
  const isLost = error instanceof TypeError;
  tell("");
  showError(
    isLost ? "discotag serve does not answer. Is it still running in its terminal?" : error.message,
    error.hints,
  );
  byId("results").classList.toggle("old", true);
};

const check = async () => {
  clearTimeout(timer);
  asking?.abort();
  const form = readForm();
  if (isEmpty(form)) {
    showError("");
    byId("results").hidden = true;
    tell("Type or paste a source and a translation.");
    return;
  }
  const own = new AbortController();
  asking = own;
  tell("Checking …");
  try {
    const told = await (await ask("check", form, own.signal)).json();
    if (own !== asking || told.replaced) return;
    showError("");
    byId("results").hidden = false;
    byId("results").classList.toggle("old", false);
    showResults(told);
    const tags = told.record.tags.flat().length;
    tell(`${plural(told.record.findings.length, "finding")}, ${plural(tags, "tag")}`);
  } catch (error) {
    if (own === asking) failed(error);
  }
};

const soon = () => {
  clearTimeout(timer);
  timer = setTimeout(check, QUIET);
};

const save = async (ending) => {
  try {
    const reply = await ask(`share.${ending}`, readForm());
    const address = URL.createObjectURL(await reply.blob());
    const name = `discotag-${byId("source-language").value}-${byId("target-language").value}.${ending}`;
    make("a", { href: address, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10000);
    tell(`Saved as ${name}`);
  } catch (error) {
    failed(error);
  }
};

const begin = async () => {
  try {
    const [known, opens] = await Promise.all(
      ["languages.json", "endings.json"].map(async (path) => (await fetch(path)).json()),
    );
    buildForm(known, opens, soon);
  } catch (error) {
    failed(error);
    return;
  }
  byId("share-html").addEventListener("click", () => save("html"));
  byId("share-json").addEventListener("click", () => save("json"));
  document.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) check();
  });
  check();
};

begin();
