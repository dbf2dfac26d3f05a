// The form: languages, a source and its translations, kept in this tab until it is closed.
const KEPT = "discotag-form";
const NAMES = "ABCDEFGH";
const LARGEST = 2.9e6;
const EXAMPLE = {
  source: ["You should rest.", "I bought a table. It was cheap.", "Your coffee is ready."],
  en_fr: [
    ["Tu devrais te reposer.", "J'ai acheté une table. Elle était bon marché.", "Votre café est prêt."],
    ["Tu devrais te reposer.", "J'ai acheté une table. Elle était bon marché.", "Ton café est prêt."],
  ],
};
let languages = [];
let endings = [];
let listener = () => {};

const fields = () => [...document.querySelectorAll(".translation")];

const directionOf = (code) => languages.find((known) => known.code === code)?.direction ?? "auto";

// Give the text fields the languages that are chosen, for spelling, fonts and direction.
const applyLanguages = () => {
  const set = (field, code) => {
    field.lang = code;
    field.dir = directionOf(code);
  };
  set(byId("source"), byId("source-language").value);
  for (const field of fields()) set(field.querySelector("textarea"), byId("target-language").value);
};

const readForm = () => ({
  source_language: byId("source-language").value,
  target_language: byId("target-language").value,
  source: byId("source").value,
  translations: fields().map((field) => ({
    name: field.querySelector("input").value.trim(),
    text: field.querySelector("textarea").value,
  })),
  expect: byId("expect").value,
  glossary: byId("glossary").value,
});

const keepForm = () => {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify(readForm()));
  } catch {
    // A tab without storage, or a text too long for it: the form works all the same.
  }
};

const changed = () => {
  applyLanguages();
  keepForm();
  listener();
};

const textField = (id, label, head) => {
  const area = make("textarea", { id, rows: 8, spellcheck: "false", "aria-label": label });
  area.addEventListener("input", changed);
  return make("div", { class: "field" }, make("div", { class: "group" }, ...head), area);
};

const freeName = () => {
  const used = fields().map((field) => field.querySelector("input").value);
  return [...NAMES].find((name) => !used.includes(name)) ?? `T${used.length + 1}`;
};

const addTranslation = (name = freeName(), text = "") => {
  const title = make("input", { value: name, maxlength: 60, "aria-label": "Name of the translation" });
  const field = textField(null, `Translation ${name}`, [
    make("span", { class: "group-title" }, "Translation"),
    title,
    button({ class: "remove", "aria-label": `Remove translation ${name}` }, () => {
      field.remove();
      changed();
    }, "Remove"),
  ]);
  field.classList.add("translation");
  title.addEventListener("input", changed);
  field.querySelector("textarea").value = text;
  byId("texts").append(field);
  byId("add").disabled = fields().length >= NAMES.length;
  return field;
};

const fillForm = (told) => {
  for (const [id, value] of [
    ["source-language", told.source_language],
    ["target-language", told.target_language],
    ["expect", told.expect],
    ["source", told.source],
    ["glossary", told.glossary],
  ])
    byId(id).value = value;
  for (const field of fields()) field.remove();
  for (const { name, text } of told.translations) addTranslation(name, text);
  byId("more").open = Boolean(told.glossary);
};

const emptyForm = (source, target) => ({
  source_language: source,
  target_language: target,
  source: "",
  translations: [{ name: "A", text: "" }],
  expect: "",
  glossary: "",
});

const exampleForm = () => ({
  ...emptyForm("en", "fr"),
  source: EXAMPLE.source.join("\n"),
  translations: EXAMPLE.en_fr.map((lines, place) => ({
    name: NAMES[place],
    text: lines.join("\n"),
  })),
});

const putText = (text) => {
  const empty = fields().find((field) => !field.querySelector("textarea").value.trim());
  if (!byId("source").value.trim()) byId("source").value = text;
  else if (empty) empty.querySelector("textarea").value = text;
  else if (fields().length < NAMES.length) addTranslation(freeName(), text);
};

// Put plain texts into the form: the first into an empty source, others into translations.
const openPlain = async (files) => {
  for (const file of files) {
    let text;
    try {
      text = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
    } catch {
      showError(`${file.name} is no text in UTF-8. Save it as plain text, a segment per line.`);
      continue;
    }
    putText(text.replace(/\r\n?/g, "\n").replace(/\n+$/, ""));
  }
  changed();
};

const base64 = async (file) => {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const parts = [];
  for (let place = 0; place < bytes.length; place += 32768)
    parts.push(String.fromCharCode(...bytes.subarray(place, place + 32768)));
  return btoa(parts.join(""));
};

// Put files of a format with units into the form, in place of what stands there.
const openUnits = async (files) => {
  const named = [...files].sort((one, other) => {
    const language = byId("source-language").value;
    const isSource = ({ name }) => Number(name.split(/[._-]/).includes(language));
    return isSource(other) - isSource(one);
  });
  const asked = {
    files: await Promise.all(named.map(async (file) => ({ name: file.name, data: await base64(file) }))),
    source_language: byId("source-language").value,
    target_language: byId("target-language").value,
  };
  try {
    const told = await (await send("open", asked)).json();
    fillForm({
      ...readForm(),
      source_language: told.source_language || asked.source_language,
      target_language: told.target_language || asked.target_language,
      source: told.source,
      translations: told.translations
        .slice(0, NAMES.length)
        .map((text, place) => ({ name: NAMES[place], text })),
    });
    changed();
    byId("opened").textContent = told.notes.join(" ");
  } catch (error) {
    failed(error);
  }
};

const openFiles = async (files) => {
  byId("opened").textContent = "";
  const large = files.find((file) => file.size > LARGEST);
  if (large || files.reduce((sum, { size }) => sum + size, 0) > LARGEST) {
    const told = large ? `${large.name} has` : "These files have";
    showError(`${told} more than ${LARGEST / 1e6} MB; open a part of it.`);
    return;
  }
  const isKnown = ({ name }) => endings.some((ending) => name.toLowerCase().endsWith(ending));
  await (files.some(isKnown) ? openUnits(files) : openPlain(files));
};

const languageOptions = () =>
  languages.map(({ code, name }) => make("option", { value: code }, `${name} (${code})`));

const remembered = () => {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT));
  } catch {
    return null;
  }
};

const buildForm = (known, opens, onChange) => {
  languages = known;
  endings = opens;
  listener = onChange;
  for (const id of ["source-language", "target-language"]) {
    byId(id).append(...languageOptions());
    byId(id).addEventListener("change", changed);
  }
  byId("texts").append(
    textField("source", "Source", [make("span", { class: "group-title" }, "Source")]),
  );
  const codes = languages.map(({ code }) => code);
  const own = (code, other) => (codes.includes(code) ? code : (codes[other] ?? ""));
  const empty = () => emptyForm(own("en", 0), own("fr", codes.length - 1));
  fillForm(remembered() ?? empty());
  byId("expect").addEventListener("change", changed);
  byId("glossary").addEventListener("input", changed);
  byId("add").addEventListener("click", () => {
    addTranslation().querySelector("textarea").focus();
    changed();
  });
  byId("example").hidden = !["en", "fr"].every((code) => codes.includes(code));
  byId("example").addEventListener("click", () => {
    fillForm(exampleForm());
    changed();
  });
  byId("clear").addEventListener("click", () => {
    fillForm(emptyForm(byId("source-language").value, byId("target-language").value));
    changed();
    byId("source").focus();
  });
  byId("open").addEventListener("change", async (event) => {
    await openFiles([...event.target.files]);
    event.target.value = "";
  });
  byId("form").addEventListener("dragover", (event) => event.preventDefault());
  byId("form").addEventListener("drop", (event) => {
    if (!event.dataTransfer.files.length) return;
    event.preventDefault();
    openFiles([...event.dataTransfer.files]);
  });
  byId("form").addEventListener("submit", (event) => event.preventDefault());
  byId("form").hidden = false;
  applyLanguages();
};
