// The view as a whole: what changes when something is chosen, and how it is laid out.
const show = (changes) => {
  const before = state.document;
  const scorer = state.scorer;
  Object.assign(state, { at: "" }, changes);
  writeAddress();
  render({ isNew: state.document !== before, isRecount: state.scorer !== scorer });
};

const render = ({ isNew, isRecount }) => {
  if (isNew || !opened) open(currentPlace());
  if (isRecount) byId("list").replaceChildren(buildList());
  for (const row of byId("list").querySelectorAll("tbody tr")) {
    const place = Number(row.cells[0].dataset.sort);
    if (place === currentPlace()) row.setAttribute("aria-current", "true");
    else row.removeAttribute("aria-current");
  }
  const entry = index.documents[currentPlace()];
  byId("heading").replaceChildren(
    isolated(entry.id),
    make(
      "small",
      {},
      ` ${entry.domain ? `${entry.domain}, ` : ""}${plural(entry.segments, "segment")}, document ${currentPlace() + 1} of ${index.documents.length}`,
    ),
  );
  byId("previous").disabled = currentPlace() === 0;
  byId("next").disabled = currentPlace() === index.documents.length - 1;
  renderFilters();
  renderReader();
  unpin();
};

// Go to the segment that the address names, counted from 1.
const goToAddress = () => {
  const row = rowAt(Number(state.at) - 1);
  if (row) row.scrollIntoView({ block: "center" });
  else byId("documents").scrollIntoView();
};

const buildApp = () => {
  const lines = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  lines.id = "lines";
  lines.setAttribute("aria-hidden", "true");
  const keys = make(
    "label",
    { class: "toggle" },
    make("input", { type: "checkbox", id: "use-keys", checked: true }),
    "keys",
  );
  const reader = make("div", { id: "reader" }, make("table", { id: "text" }), lines);
  watch(reader);
  return [
    make(
      "details",
      { open: true, class: "documents" },
      make(
        "summary",
        {},
        `${plural(index.documents.length, "document")}: wrong and missing words by system`,
      ),
      make("div", { id: "list" }, buildList()),
    ),
    make(
      "div",
      { class: "bar" },
      button({ id: "previous" }, () => stepDocument(-1), "← Previous"),
      button({ id: "next" }, () => stepDocument(1), "Next →"),
      make("h3", { id: "heading" }),
    ),
    buildFilters(),
    make(
      "p",
      { class: "note help" },
      keys,
      " ",
      make("kbd", {}, "n"),
      " / ",
      make("kbd", {}, "p"),
      " next / previous wrong or missing word, ",
      make("kbd", {}, "Esc"),
      " let go. ",
      "Verdicts stand under a system's text, one per tagged word of ",
      isolated(nameOf(FIRST)),
      ": ",
      ...Object.values(VERDICTS).map(({ name, glyph }) =>
        make("span", { class: `verdict ${name.replace(" ", "-")}` }, `${glyph} ${name} `),
      ),
      make("span", { id: "status", role: "status" }),
    ),
    reader,
    make("aside", {
      id: "detail",
      "aria-label": "What decides the chosen word",
      "aria-live": "polite",
    }),
  ];
};

// Lay out the view in an element; where the address names a segment, go to it.
const beginView = (place, told, record) => {
  useData(told, record);
  Object.assign(state, defaults());
  place.append(...buildApp());
  place.hidden = false;
  const isShared = hasAddress();
  readAddress();
  render({ isNew: true, isRecount: true });
  if (isShared) goToAddress();
  document.addEventListener("keydown", onKey);
  addEventListener("hashchange", () => {
    if (!hasAddress()) return;
    readAddress();
    render({ isNew: true, isRecount: true });
    goToAddress();
  });
};
