// The controls above the open document.
const labelled = (text, control) => make("label", {}, text, " ", control);

const select = (key, choices) => {
  const control = make(
    "select",
    { id: `choose-${key}` },
    ...choices.map(([value, text]) => make("option", { value }, text)),
  );
  control.addEventListener("change", () => show({ [key]: control.value }));
  return control;
};

const toggle = (isChecked, action, ...children) => {
  const box = make("input", { type: "checkbox", checked: isChecked });
  box.addEventListener("change", action);
  return make("label", { class: "toggle" }, box, ...children);
};

const phenomenonToggles = () =>
  [...index.phenomena.keys()]
    .filter((place) => index.looked[place])
    .map((place) =>
      toggle(
        isOn(place),
        () => show({ off: toggled(state.off, place) }),
        make("span", { class: `kind p${place % 7} u${place % 5}` }, index.phenomena[place]),
      ),
    );

const columnToggles = () =>
  index.texts.map((name, text) =>
    toggle(
      chosenColumns().includes(text),
      () => show({ columns: toggled(state.columns, text) }),
      isolated(name),
    ),
  );

const group = (title, ...children) =>
  make(
    "div",
    { role: "group", "aria-label": title, class: "group" },
    make("span", { class: "group-title" }, title),
    ...children,
  );

const searchBox = () => {
  const box = make("input", { type: "search", id: "choose-search", size: 12, value: state.search });
  let timer = 0;
  box.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => show({ search: box.value }), 200);
  });
  return box;
};

const labelChoices = () => {
  const labels = new Set(
    opened.tags
      .flat()
      .filter((tag) => isOn(tag.phenomenon))
      .map((tag) => tag.label),
  );
  if (state.label) labels.add(state.label);
  return [["", "all"], ...[...labels].sort().map((label) => [label, label])];
};

const systemChoices = () => [
  ["", "any shown"],
  ...systemsOf(chosenColumns()).map((text) => [text, nameOf(text)]),
];

const refill = (key, choices) =>
  byId(`choose-${key}`)?.replaceChildren(
    ...choices.map(([value, text]) => make("option", { value }, text)),
  );

const buildFilters = () => {
  const verdicts = [
    ["", "all"],
    ...Object.entries(VERDICTS).map(([letter, { name, glyph }]) => [letter, `${glyph} ${name}`]),
  ];
  return make(
    "div",
    { class: "filters" },
    make("div", { id: "phenomena" }),
    make("div", { id: "columns" }),
    make(
      "div",
      { class: "group" },
      labelled("label", select("label", [["", "all"]])),
      index.scorers.length
        ? labelled(
            "verdicts by",
            select(
              "scorer",
              index.scorers.map((name) => [name, name]),
            ),
          )
        : null,
      index.scorers.length ? labelled("verdict", select("verdict", verdicts)) : null,
      index.scorers.length ? labelled("of", select("system", [])) : null,
      labelled("search", searchBox()),
      make("span", { id: "tagged" }),
      button({ id: "reset" }, () => show({ ...defaults(), document: state.document }), "Reset"),
    ),
  );
};

const renderFilters = () => {
  byId("phenomena").replaceChildren(group("Phenomena", ...phenomenonToggles()));
  byId("columns").replaceChildren(group("Columns", ...columnToggles()));
  byId("tagged").replaceChildren(
    toggle(
      state.tagged === "1",
      (event) => show({ tagged: event.target.checked ? "1" : "" }),
      "only segments with tags",
    ),
  );
  refill("label", labelChoices());
  refill("system", systemChoices());
  for (const key of ["label", "scorer", "verdict", "system", "search"]) {
    const control = byId(`choose-${key}`);
    if (control && control !== document.activeElement) control.value = state[key];
  }
};
