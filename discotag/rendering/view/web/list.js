// The list of documents, with the number of wrong and missing words of each system.
const hasDomains = () => index.documents.some(({ domain }) => domain !== null);

const wrongCell = (entry, text) => {
  const count = wrongIn(entry, chosenScorer(), text);
  if (!count || !count.judged) return make("td", { class: "undefined", data: { sort: "" } }, "–");
  const total = count.wrong + count.missing;
  const title = `${count.wrong} wrong and ${count.missing} missing of ${count.judged} judged`;
  return make("td", { title, data: { sort: total }, class: total ? "wrong" : "" }, `${total}`);
};

const listRow = (entry, place) => {
  const open = button({ class: "link" }, () => show({ document: entry.id }), isolated(entry.id));
  return make(
    "tr",
    { "aria-current": entry.id === state.document ? "true" : null },
    make("th", { scope: "row", data: { sort: place } }, open),
    hasDomains() ? make("td", { class: "words" }, isolated(entry.domain ?? "–")) : null,
    make("td", { data: { sort: entry.segments } }, `${entry.segments}`),
    make("td", { data: { sort: entry.tags } }, `${entry.tags}`),
    ...systemsOf([...index.texts.keys()]).map((text) => wrongCell(entry, text)),
  );
};

const buildList = () => {
  const heads = [
    ["document", "text"],
    ...(hasDomains() ? [["domain", "text"]] : []),
    ["segments", "number"],
    ["tags", "number"],
    ...systemsOf([...index.texts.keys()]).map((text) => [index.texts[text], "number"]),
  ];
  const table = make(
    "table",
    { class: "figures sortable" },
    make(
      "thead",
      {},
      make(
        "tr",
        {},
        ...heads.map(([name, kind]) =>
          make("th", { scope: "col", data: { kind } }, isolated(name)),
        ),
      ),
    ),
    make("tbody", {}, ...index.documents.map(listRow)),
  );
  makeSortable(table);
  return make(
    "div",
    { class: "wide tall", role: "region", tabindex: 0, "aria-label": "List of documents" },
    table,
  );
};

// Bring the open document's row into sight within the list; the page itself stays where it is.
const scrollList = () => {
  const row = byId("list").querySelector("tr[aria-current]");
  const frame = row?.closest(".tall");
  if (!frame) return;
  const [place, room] = [row.getBoundingClientRect(), frame.getBoundingClientRect()];
  if (place.top < room.top || place.bottom > room.bottom) {
    frame.scrollTop += place.top - room.top - room.height / 2;
  }
};

const stepDocument = (step) => {
  const place = currentPlace() + step;
  if (index.documents[place]) show({ document: index.documents[place].id });
};

const currentPlace = () => index.documents.findIndex(({ id }) => id === state.document);
