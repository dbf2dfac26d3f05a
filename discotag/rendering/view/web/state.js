// What the reader of the page has chosen; it lives in the address, so that a view can be shared.
const SHOWN_SYSTEMS = 3;

// Give the first scorer that tells wrong words from missing ones, or else the first.
const tellingScorer = () => {
  const tells = (_, scorer) =>
    index.documents.some((entry) => entry.wrong.some(([of, , wrong]) => of === scorer && wrong));
  return index.scorers.find(tells) ?? index.scorers[0] ?? "";
};

// Give the document to open first: one with wrong or missing words, or else one with tags.
const tellingDocument = () => {
  const scorer = index.scorers.indexOf(tellingScorer());
  const isWrong = ({ wrong }) =>
    wrong.some(([of, , words, missing]) => of === scorer && words + missing > 0);
  const found = index.documents.find(isWrong) ?? index.documents.find(({ tags }) => tags > 0);
  return found ?? index.documents[0];
};

const defaults = () => ({
  document: tellingDocument().id,
  scorer: tellingScorer(),
  columns: [...index.texts.keys()]
    .filter((text) => text === FIRST || (isSystem(text) && text < index.references + SHOWN_SYSTEMS))
    .join("."),
  off: "",
  label: "",
  system: "",
  verdict: "",
  tagged: "",
  search: "",
  at: "",
});

const state = {};

const readAddress = () => {
  const told = new URLSearchParams(location.hash.slice(1));
  for (const [key, value] of Object.entries(defaults())) state[key] = told.get(key) ?? value;
  if (!index.documents.some(({ id }) => id === state.document)) {
    state.document = defaults().document;
  }
  if (!index.scorers.includes(state.scorer)) state.scorer = defaults().scorer;
  if (!(state.verdict in VERDICTS)) state.verdict = "";
};

const writeAddress = () => {
  const usual = defaults();
  const told = Object.entries(state).filter(
    ([key, value]) => key === "document" || value !== usual[key],
  );
  history.replaceState(null, "", `#${new URLSearchParams(told)}`);
};

const hasAddress = () => location.hash.includes("=");

const numbers = (list) => (list ? list.split(".").map(Number) : []);
const chosenColumns = () => numbers(state.columns).filter((text) => text in index.texts);
const chosenScorer = () => index.scorers.indexOf(state.scorer);
const isOn = (phenomenon) => !numbers(state.off).includes(phenomenon);
const chosenSystems = () => {
  const shown = systemsOf(chosenColumns());
  const chosen = shown.filter((text) => `${text}` === state.system);
  return chosen.length ? chosen : shown;
};

const toggled = (list, number) => {
  const kept = new Set(numbers(list));
  if (!kept.delete(number)) kept.add(number);
  return [...kept].sort((one, other) => one - other).join(".");
};

const isWanted = (tag) => isOn(tag.phenomenon) && (state.label === "" || state.label === tag.label);
