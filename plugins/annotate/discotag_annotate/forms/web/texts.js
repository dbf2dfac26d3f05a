// The texts of an item, line by line.
const partOf = ([text, kind, note]) => {
  if (!kind) return document.createTextNode(text);
  const mark = make("mark", { class: kind }, text);
  return note ? make("span", {}, mark, make("sup", {}, note)) : mark;
};

const signed = (number) => (number === 0 ? "0" : number > 0 ? `+${number}` : `−${-number}`);

const lineOf = (line, block) => {
  const text = make("div", { class: "text", lang: block.language, dir: block.direction }, ...line.parts.map(partOf));
  const number = line.number === null ? null : make("span", { class: "number" }, signed(line.number));
  const isAlone = block.lines.every(({ focus }) => focus === line.focus);
  return make("div", { class: `line${line.focus ? (isAlone ? " alone" : " focus") : ""}` }, number, text);
};

const windowText = (block, [first, end]) => {
  const here = block.lines.findIndex(({ focus }) => focus);
  return `Show more text: ${here - first} before, ${end - here - 1} behind`;
};

const blockOf = (item, block) => {
  const lines = block.lines.map((line) => lineOf(line, block));
  const section = make("section", { class: "block", "aria-label": block.title }, make("h3", {}, block.title), ...lines);
  if (!block.windows.length) return section;
  const more = button({ class: "more" }, () => {
    state.windows[item.id] = (state.windows[item.id] ?? 0) + 1;
    keep();
    draw();
  });
  const draw = () => {
    const level = Math.min(state.windows[item.id] ?? 0, block.windows.length - 1);
    const [first, end] = block.windows[level];
    lines.forEach((line, place) => (line.hidden = place < first || place >= end));
    const wider = block.windows[level + 1];
    more.hidden = !wider;
    if (wider) more.textContent = windowText(block, wider);
  };
  section.append(more);
  draw();
  return section;
};
