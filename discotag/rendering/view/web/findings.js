// Findings: what lint holds against a text. A record has them where somebody looked for them:
// {text, code, name, severity, message, advice, place, others}; a place is [isTarget, segment,
// start, end].
const readPlace = ([isTarget, segment, start, end], text) => ({
  column: isTarget ? text : SOURCE,
  segment,
  start,
  end,
});

const readFinding = (record, number) => ({
  ...record,
  number,
  place: readPlace(record.place, record.text),
  others: record.others.map((place) => readPlace(place, record.text)),
});

const findingsIn = (text, segment) =>
  opened.findings.filter((found) => found.text === text && found.place.segment === segment);

const isFaulty = (column, segment, start, end) =>
  opened.findings.some(
    ({ place }) =>
      place.column === column &&
      place.segment === segment &&
      place.start <= start &&
      end <= place.end,
  );

const findingChip = (found) =>
  make(
    "button",
    {
      type: "button",
      class: `chip finding ${found.severity}`,
      "aria-describedby": "detail",
      "aria-label": `${found.severity} ${found.code}: ${found.message}`,
      title: found.message,
      data: { finding: found.number, system: found.text },
    },
    make("span", { class: "glyph" }, "▲"),
    ` ${found.code} `,
    isolated(textAt(opened, found.place)),
  );

const findingPlace = (found, place) => {
  const { code, direction } = languageOf(place.column);
  const go = () => goTo(place, { finding: found });
  return make(
    "li",
    {},
    button(
      { class: "link" },
      go,
      `${place.column === SOURCE ? "source, " : ""}segment ${place.segment + 1}`,
    ),
    ": ",
    make("bdi", { lang: code, dir: direction, class: "word" }, textAt(opened, place)),
  );
};

const describedFinding = (found) =>
  make(
    "div",
    {},
    make(
      "p",
      {},
      make("b", { class: `finding ${found.severity}` }, `▲ ${found.code} ${found.name}`),
      ` (${found.severity}) in `,
      isolated(nameOf(found.text)),
      `, segment ${found.place.segment + 1}: `,
      make("bdi", {}, found.message),
    ),
    make("p", { class: "note" }, found.advice),
    make(
      "ul",
      { class: "evidence-list" },
      ...found.others.map((place) => findingPlace(found, place)),
    ),
  );

const lightFinding = (found) => {
  const from = light(found.place, "chosen-fault");
  for (const place of found.others) {
    const to = light(place, "evidence");
    lightRow(place.segment);
    if (from && to) drawLine(to, from);
  }
};
