// The data of the page: the index, and documents read one at a time.
const SOURCE = -1;
const FIRST = 0;
const VERDICTS = {
  w: { name: "wrong", glyph: "✗" },
  m: { name: "missing", glyph: "○" },
  c: { name: "right", glyph: "✓" },
  u: { name: "not judged", glyph: "·" },
};

let index = null;
let recordOf = null;

// Take an index, and what gives the record of the document at a place.
const useData = (told, record) => {
  index = told;
  recordOf = record;
};

const isSystem = (text) => text >= index.references;
const systemsOf = (texts) => texts.filter(isSystem);
const languageOf = (column) => (column === SOURCE ? index.source : index.target);
const nameOf = (column) => (column === SOURCE ? "source" : index.texts[column]);

const readTag = (record, text, place, labels) => {
  const [phenomenon, label, segment, start, end, links, evidence, distance, span] = record;
  const places = evidence.map(([isTarget, other, from, to]) => ({
    column: isTarget ? text : SOURCE,
    segment: other,
    start: from,
    end: to,
  }));
  return {
    text,
    place,
    phenomenon,
    label: labels[label],
    segment,
    start,
    end,
    distance,
    span,
    links: links.map(([from, to]) => ({ column: SOURCE, segment, start: from, end: to })),
    evidence: places,
  };
};

// Give where a text must be cut so that every word that may light up is an element of its own.
const cutsOf = (opened) => {
  const cuts = new Map();
  const add = ({ column, segment, start, end }) => {
    const key = `${column}:${segment}`;
    if (!cuts.has(key)) cuts.set(key, new Set());
    cuts.get(key).add(start).add(end);
  };
  for (const tags of opened.tags) {
    for (const tag of tags) {
      add({ ...tag, column: tag.text });
      tag.links.forEach(add);
      tag.evidence.forEach(add);
    }
  }
  for (const { place, others } of opened.findings) [place, ...others].forEach(add);
  for (const { text, answers } of opened.verdicts) {
    for (const [place, spans] of answers) {
      const { segment } = opened.tags[FIRST][place];
      spans.forEach(([start, end]) => add({ column: text, segment, start, end }));
    }
  }
  return cuts;
};

const openDocument = (place) => {
  const record = recordOf(place);
  const opened = {
    place,
    source: record.source,
    paragraphs: record.paragraphs ?? null,
    targets: record.targets,
    tags: record.tags.map((tags, text) =>
      tags.map((tag, number) => readTag(tag, text, number, record.labels)),
    ),
    findings: (record.findings ?? []).map(readFinding),
    verdicts: record.verdicts.map(([scorer, text, letters, answers]) => ({
      scorer,
      text,
      letters,
      answers: new Map(answers),
    })),
  };
  opened.cuts = cutsOf(opened);
  return opened;
};

const segmentText = (opened, column, segment) =>
  column === SOURCE ? opened.source[segment] : opened.targets[column]?.[segment];

const textAt = (opened, { column, segment, start, end }) =>
  segmentText(opened, column, segment).slice(start, end);

const wordOf = (opened, tag) => textAt(opened, { ...tag, column: tag.text });

// Give a scorer's verdicts on a system: a letter of VERDICTS per tag of the first text, or "-".
const verdictsOf = (opened, scorer, text) =>
  opened.verdicts.find((told) => told.scorer === scorer && told.text === text);

const wrongIn = (entry, scorer, text) => {
  const found = entry.wrong.find(([of, system]) => of === scorer && system === text);
  if (!found) return null;
  const [, , wrong, missing, judged] = found;
  return { wrong, missing, judged };
};
