// What was found, above the texts: the best translation, the findings, and notes.
let isLaidOut = false;

const costText = (cost) => cost.toFixed(2).replace("-", "−");

const choiceRow = (told, { name, cost, reasons }) => {
  const isBest = told.best.includes(name) && told.best.length < told.texts.length;
  const why = reasons.length
    ? make(
        "details",
        {},
        make("summary", {}, plural(reasons.length, "reason")),
        make(
          "ul",
          {},
          ...reasons.map((reason) =>
            make("li", {}, `${costText(reason.cost)} ${reason.kind}: `, isolated(reason.told)),
          ),
        ),
      )
    : "no reason";
  return make(
    "tr",
    { class: isBest ? "best" : null },
    make("th", { scope: "row" }, isBest ? "✓ " : "", isolated(name), isBest ? " (best)" : ""),
    make("td", {}, costText(cost)),
    make("td", { class: "words" }, why),
  );
};

const renderChoice = (told) => {
  if (!told) {
    byId("choice").replaceChildren();
    return;
  }
  const isOpen = told.best.length === told.texts.length;
  byId("choice").replaceChildren(
    make("h2", {}, "Which translation hangs together"),
    make(
      "p",
      { class: "note" },
      isOpen
        ? "No difference: what these translations choose more than once, they choose alike."
        : "A translation costs more the more often it chooses otherwise than it did before. " +
            "Nothing is said of how good it is otherwise.",
    ),
    make(
      "div",
      { class: "wide" },
      make(
        "table",
        { class: "figures" },
        make(
          "thead",
          {},
          make(
            "tr",
            {},
            make("th", { scope: "col" }, "translation"),
            make("th", { scope: "col" }, "costs"),
            make("th", { scope: "col", class: "words" }, "why"),
          ),
        ),
        make("tbody", {}, ...told.texts.map((text) => choiceRow(told, text))),
      ),
    ),
  );
};

const findingRow = (found) => {
  const { code, direction } = languageOf(found.place.column);
  const go = () => goTo(found.place, { finding: found });
  return make(
    "li",
    { class: "finding-row" },
    button(
      { class: "link" },
      go,
      make("b", { class: `finding ${found.severity}` }, `▲ ${found.code}`),
      " ",
      index.texts.length > 1 ? isolated(`${nameOf(found.text)}, `) : "",
      `segment ${found.place.segment + 1}`,
    ),
    " ",
    make("bdi", { lang: code, dir: direction, class: "word" }, textAt(opened, found.place)),
    " ",
    make("span", {}, found.message),
  );
};

const renderFindings = () => {
  const found = opened.findings;
  byId("findings").replaceChildren(
    make("h2", {}, found.length ? plural(found.length, "finding") : "No findings"),
    found.length ? make("ol", { class: "findings" }, ...found.map(findingRow)) : "",
  );
};

const renderNotes = ({ notes, failures }) => {
  const told = [...failures, ...notes];
  byId("notes").replaceChildren(
    told.length
      ? make(
          "details",
          { class: "told", open: failures.length > 0 },
          make("summary", {}, plural(told.length, "note")),
          make("ul", {}, ...told.map((line) => make("li", {}, line))),
        )
      : "",
  );
};

const showResults = (told) => {
  const record = () => told.record;
  if (isLaidOut) refreshView(told.index, record);
  else beginView(byId("app"), told.index, record);
  isLaidOut = true;
  renderChoice(told.choice);
  renderFindings();
  renderNotes(told);
};
