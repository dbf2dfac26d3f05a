// The view as a whole: what changes when something is chosen, and how it is laid out.
const show = (changes) => {
  const before = state.document;
  const scorer = state.scorer;
  Object.assign(state, { at: "" }, changes);
  writeAddress();
  render({ isNew: state.document !== before, isRecount: state.scorer !== scorer });
};

const renderList = (isRecount) => {
  if (isRecount) byId("list").replaceChildren(buildList());
  for (const row of byId("list").querySelectorAll("tbody tr")) {
    const place = Number(row.cells[0].dataset.sort);
    if (place === currentPlace()) row.setAttribute("aria-current", "true");
    else row.removeAttribute("aria-current");
  }
  scrollList();
};

const render = ({ isNew, isRecount }) => {
  if (isNew || !opened) open(currentPlace());
  if (byId("list")) renderList(isRecount);
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

const buildDocuments = () =>
  make(
    "details",
    { open: true, class: "documents" },
    make(
      "summary",
      {},
      `${plural(index.documents.length, "document")}: wrong and missing words by system`,
    ),
    make("div", { id: "list" }, buildList()),
  );

const verdictHelp = () => [
  "Verdicts stand under a system's text, one per tagged word of ",
  isolated(nameOf(FIRST)),
  ": ",
  ...Object.values(VERDICTS).map(({ name, glyph }) =>
    make("span", { class: `verdict ${name.replace(" ", "-")}` }, `${glyph} ${name} `),
  ),
];

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
  const isOnly = index.documents.length === 1 && !index.scorers.length;
  return [
    isOnly ? "" : buildDocuments(),
    make(
      "div",
      { class: "bar", hidden: isOnly },
      button({ id: "previous" }, () => stepDocument(-1), "← Previous"),
      button({ id: "next" }, () => stepDocument(1), "Next →"),
      make("h3", { id: "heading" }),
    ),
    buildFilters(),
    make(
      "p",
      { class: "note help" },
      `Point at a coloured word or a ${index.findings ? "finding" : "verdict"} to see what ` +
        "decides it; a click keeps it. ",
      keys,
      " ",
      make("kbd", {}, "n"),
      " / ",
      make("kbd", {}, "p"),
      index.findings
        ? " next / previous finding, "
        : " next / previous wrong or missing word, ",
      make("kbd", {}, "Esc"),
      " let go. ",
      ...(index.findings ? [] : verdictHelp()),
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

// Show other data in a view that is laid out; what was chosen stays where it still fits.
const refreshView = (told, record) => {
  const isSame = index.texts.join("\n") === told.texts.join("\n");
  useData(told, record);
  if (!isSame) Object.assign(state, { columns: defaults().columns, system: "" });
  state.document = defaults().document;
  opened = null;
  render({ isNew: true, isRecount: true });
};

// Lay out the view in an element; where the address names a segment, go to it.
const beginView = (place, told, record) => {
  useData(told, record);
  Object.assign(state, defaults());
  place.replaceChildren(...buildApp());
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
