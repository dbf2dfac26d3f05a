// A segment's text, cut into runs: stretches that light up as a whole.
const matchesOf = (text) => {
  if (!state.search) return [];
  const pattern = new RegExp(state.search.replace(/[.*+?^${}()|[\]\\\/-]/g, "\\$&"), "gi");
  return [...text.matchAll(pattern)].map((match) => [match.index, match.index + match[0].length]);
};

const within = (start, end, spans) => spans.some(([from, to]) => from <= start && end <= to);

const tagRun = (opened, text, tags) => {
  const [lead, ...others] = tags;
  const names = tags.map((tag) => `${index.phenomena[tag.phenomenon]} ${tag.label}`).join(", ");
  const run = make("mark", {
    class: `tag p${lead.phenomenon % 7} u${lead.phenomenon % 5}`,
    tabindex: 0,
    role: "button",
    "aria-describedby": "detail",
    "aria-label": `${text}: ${names}`,
    data: { tags: tags.map((tag) => `${tag.text}:${tag.place}`).join(" ") },
  });
  const inner = others.length
    ? make("span", { class: `also p${others[0].phenomenon % 7}` }, text)
    : text;
  run.append(inner);
  return run;
};

// Give the nodes of a segment; each run is noted in `runs` with its place, to be lit later.
const segmentNodes = (opened, column, segment, tags, runs) => {
  const text = segmentText(opened, column, segment);
  const found = matchesOf(text);
  const cuts = new Set([
    0,
    text.length,
    ...(opened.cuts.get(`${column}:${segment}`) ?? []),
    ...found.flat(),
  ]);
  const bounds = [...cuts].sort((one, other) => one - other);
  return bounds.slice(1).map((end, place) => {
    const start = bounds[place];
    const part = text.slice(start, end);
    const here = tags.filter((tag) => tag.start <= start && end <= tag.end);
    const node = here.length ? tagRun(opened, part, here) : make("span", {}, part);
    if (within(start, end, found)) node.classList.add("found");
    if (isFaulty(column, segment, start, end)) node.classList.add("faulty");
    runs.push({ start, end, node });
    return node;
  });
};
