// The open document: source, reference and systems side by side, with tags and verdicts.
let opened = null;
const view = { runs: new Map(), rows: new Map(), waiting: null };
const BATCH = 50;

const tagsIn = (text, segment) => (opened.bySegment[text].get(segment) ?? []).filter(isWanted);

const groupTags = (tags) => {
  const groups = new Map();
  for (const tag of tags) {
    if (!groups.has(tag.segment)) groups.set(tag.segment, []);
    groups.get(tag.segment).push(tag);
  }
  return groups;
};

const open = (place) => {
  opened = openDocument(place);
  opened.bySegment = opened.tags.map(groupTags);
};

// Give the judged tags of a segment for a system, as [tag, letter]; the chosen verdict only.
const judgedIn = (text, segment) => {
  const told = verdictsOf(opened, chosenScorer(), text);
  if (!told) return [];
  return tagsIn(FIRST, segment)
    .map((tag) => [tag, told.letters[tag.place]])
    .filter(([, letter]) => letter in VERDICTS && (!state.verdict || letter === state.verdict));
};

const chip = ([tag, letter], text) => {
  const { name, glyph } = VERDICTS[letter];
  const word = wordOf(opened, tag);
  const about = `${index.phenomena[tag.phenomenon]} ${tag.label}`;
  return make(
    "button",
    {
      type: "button",
      class: `chip ${name.replace(" ", "-")}`,
      "aria-describedby": "detail",
      "aria-label": `${name}: ${about}, ${nameOf(FIRST)} has ${word}`,
      title: `${name}: ${about}`,
      data: { tags: `${FIRST}:${tag.place}`, system: text },
    },
    make("span", { class: "glyph" }, glyph),
    " ",
    isolated(word),
  );
};

const chipsOf = (column, segment) => [
  ...(column === SOURCE ? [] : findingsIn(column, segment).map(findingChip)),
  ...(column !== SOURCE && isSystem(column)
    ? judgedIn(column, segment).map((told) => chip(told, column))
    : []),
];

const missingText = () =>
  make("span", { class: "undefined", lang: "en", dir: "ltr" }, "not in this document");

const cellOf = (column, segment) => {
  const { code, direction } = languageOf(column);
  const cell = make("td", { lang: code, dir: direction, data: { name: nameOf(column) } });
  const runs = [];
  if (segmentText(opened, column, segment) === undefined) {
    cell.append(missingText());
    return cell;
  }
  const tags = column === SOURCE ? [] : tagsIn(column, segment);
  cell.append(make("div", { class: "text" }, ...segmentNodes(opened, column, segment, tags, runs)));
  view.runs.set(`${column}:${segment}`, runs);
  const chips = chipsOf(column, segment);
  if (chips.length) cell.append(make("div", { class: "chips" }, ...chips));
  return cell;
};

// Give a unit of a running text: its number, its words, and what is told of it.
const unitOf = (column, segment) => {
  const number = make("span", { class: "unit-number" }, `${segment + 1}`);
  const unit = make("span", { class: "unit", data: { unit: segment } }, number);
  const text = segmentText(opened, column, segment);
  const runs = [];
  const tags = column === SOURCE ? [] : tagsIn(column, segment);
  unit.append(...segmentNodes(opened, column, segment, tags, runs));
  if (!text.trim()) {
    unit.append(make("span", { class: "undefined", lang: "en", dir: "ltr" }, "nothing here"));
  }
  view.runs.set(`${column}:${segment}`, runs);
  unit.append(...chipsOf(column, segment));
  return unit;
};

// Give a paragraph as running text in every column; its units light up together.
const paragraphOf = (columns, segments) => {
  const [first, last] = [segments[0] + 1, segments.at(-1) + 1];
  const told = first === last ? `${first}` : `${first}–${last}`;
  const number = make("th", { scope: "row", class: "number" }, told);
  const cells = columns.map((column) => {
    const { code, direction } = languageOf(column);
    const cell = make("td", { lang: code, dir: direction, data: { name: nameOf(column) } });
    if (segmentText(opened, column, segments[0]) === undefined) {
      cell.append(missingText());
      return cell;
    }
    const text = make("div", { class: "text running" });
    for (const segment of segments) {
      const unit = unitOf(column, segment);
      if (column === SOURCE) view.rows.set(segment, unit);
      text.append(unit, " ");
    }
    cell.append(text);
    return cell;
  });
  return make("tr", { class: "paragraph" }, number, ...cells);
};

const rowOf = (columns, segment) => {
  const number = make("th", { scope: "row", class: "number" }, `${segment + 1}`);
  const row = make("tr", {}, number, ...columns.map((column) => cellOf(column, segment)));
  view.rows.set(segment, row);
  return row;
};

const hasText = (columns, segment) =>
  columns.some((column) => {
    const text = segmentText(opened, column, segment);
    return text !== undefined && matchesOf(text).length > 0;
  });

const isMatching = (columns, segment) => {
  const texts = columns.filter((column) => column !== SOURCE);
  if (state.search && !hasText(columns, segment)) return false;
  if (state.verdict && !chosenSystems().some((text) => judgedIn(text, segment).length))
    return false;
  if (!state.tagged && !state.label) return true;
  return texts.some(
    (text) => tagsIn(text, segment).length || (!state.label && findingsIn(text, segment).length),
  );
};

const gapRow = (columns, segments) => {
  const row = make("tr", { class: "gap" });
  const reveal = () => row.replaceWith(...blocksOf(segments).map((block) => laid(columns, block)));
  const text = `${plural(segments.length, "segment")} left out by the filters: show`;
  row.append(
    make("td", { colspan: columns.length + 1 }, button({ class: "link" }, reveal, `⋯ ${text}`)),
  );
  for (const segment of segments) view.rows.set(segment, { reveal });
  return row;
};

// Give the segments that stand in a row together: a paragraph of the source, or each by itself.
const blocksOf = (segments) => {
  if (!opened.paragraphs) return segments.map((segment) => [segment]);
  const begins = new Set(opened.paragraphs);
  const blocks = [];
  for (const segment of segments) {
    if (!blocks.length || begins.has(segment)) blocks.push([]);
    blocks.at(-1).push(segment);
  }
  return blocks;
};

const laid = (columns, block) =>
  opened.paragraphs ? paragraphOf(columns, block) : rowOf(columns, block[0]);

// Give the rows one by one; what the filters leave out becomes one row that can show it.
function* rowsOf(columns) {
  let left = [];
  for (const block of blocksOf([...opened.source.keys()])) {
    if (!block.some((segment) => isMatching(columns, segment))) {
      left.push(...block);
      continue;
    }
    if (left.length) yield gapRow(columns, left);
    left = [];
    yield laid(columns, block);
  }
  if (left.length) yield gapRow(columns, left);
}

// Lay out some more rows; tell whether there may be others.
const layMore = () => {
  if (!view.waiting) return false;
  const rows = [];
  while (rows.length < BATCH) {
    const { value, done } = view.waiting.next();
    if (done) {
      view.waiting = null;
      break;
    }
    rows.push(value);
  }
  byId("text").tBodies[0].append(...rows);
  return view.waiting !== null;
};

// Lay out the rest in pieces, so that a long document can be read and left at once.
const layRest = (rows) => {
  if (view.waiting === rows && layMore()) setTimeout(layRest, 0, rows);
};

// Light up the units of a running text that stand for each other.
const showUnit = (event) => {
  const unit = event.target.closest?.(".unit")?.dataset.unit;
  for (const node of byId("text").querySelectorAll(".same")) node.classList.remove("same");
  if (unit === undefined) return;
  const rows = `.unit[data-unit="${unit}"]`;
  for (const node of byId("text").querySelectorAll(rows)) node.classList.add("same");
};

const renderReader = () => {
  byId("text").onpointerover = showUnit;
  byId("text").addEventListener("focusin", showUnit);
  view.runs.clear();
  view.rows.clear();
  const columns = [SOURCE, ...chosenColumns()];
  const heads = columns.map((column) =>
    make(
      "th",
      { scope: "col" },
      isolated(nameOf(column)),
      make(
        "span",
        { class: "base" },
        column === SOURCE ? index.source.code : isSystem(column) ? "system" : "reference",
      ),
    ),
  );
  byId("text").replaceChildren(
    make("thead", {}, make("tr", {}, make("th", { scope: "col", class: "number" }, "#"), ...heads)),
    make("tbody"),
  );
  view.waiting = rowsOf(columns);
  layMore();
  setTimeout(layRest, 0, view.waiting);
};

// Give the row of a segment; where it was not laid out, or a filter left it out, show it first.
const rowAt = (segment) => {
  if (!(segment in opened.source)) return null;
  while (!view.rows.has(segment) && layMore());
  if (view.rows.get(segment)?.reveal) view.rows.get(segment).reveal();
  return view.rows.get(segment);
};
