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

const cellOf = (column, segment) => {
  const { code, direction } = languageOf(column);
  const cell = make("td", { lang: code, dir: direction, data: { name: nameOf(column) } });
  const runs = [];
  if (segmentText(opened, column, segment) === undefined) {
    cell.append(
      make("span", { class: "undefined", lang: "en", dir: "ltr" }, "not in this document"),
    );
    return cell;
  }
  const tags = column === SOURCE ? [] : tagsIn(column, segment);
  cell.append(make("div", { class: "text" }, ...segmentNodes(opened, column, segment, tags, runs)));
  view.runs.set(`${column}:${segment}`, runs);
  const chips = [
    ...(column === SOURCE ? [] : findingsIn(column, segment).map(findingChip)),
    ...(column !== SOURCE && isSystem(column)
      ? judgedIn(column, segment).map((told) => chip(told, column))
      : []),
  ];
  if (chips.length) cell.append(make("div", { class: "chips" }, ...chips));
  return cell;
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
  const reveal = () => row.replaceWith(...segments.map((segment) => rowOf(columns, segment)));
  const text = `${plural(segments.length, "segment")} left out by the filters: show`;
  row.append(
    make("td", { colspan: columns.length + 1 }, button({ class: "link" }, reveal, `⋯ ${text}`)),
  );
  for (const segment of segments) view.rows.set(segment, { reveal });
  return row;
};

// Give the rows one by one; what the filters leave out becomes one row that can show it.
function* rowsOf(columns) {
  let left = [];
  for (const segment of opened.source.keys()) {
    if (!isMatching(columns, segment)) {
      left.push(segment);
      continue;
    }
    if (left.length) yield gapRow(columns, left);
    left = [];
    yield rowOf(columns, segment);
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

const renderReader = () => {
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
