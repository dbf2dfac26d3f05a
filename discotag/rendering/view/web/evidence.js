// What decides a tag: its evidence is lit where it stands, and joined to it by a line.
let pinned = null;
let lit = [];

const light = ({ column, segment, start, end }, kind) => {
  const nodes = (view.runs.get(`${column}:${segment}`) ?? [])
    .filter((run) => run.start < end && start < run.end)
    .map((run) => run.node);
  for (const node of nodes) node.classList.add(kind);
  lit.push(...nodes.map((node) => [node, kind]));
  return nodes[0];
};

const lightRow = (segment) => {
  const row = view.rows.get(segment);
  if (!row?.classList) return;
  row.classList.add("has-evidence");
  lit.push([row, "has-evidence"]);
};

const clear = () => {
  for (const [node, kind] of lit) node.classList.remove(kind);
  lit = [];
  byId("lines").replaceChildren(arrowHead());
};

const drawLine = (from, to) => {
  const frame = byId("reader").getBoundingClientRect();
  const [one, other] = [[...from.getClientRects()].at(-1), to.getClientRects()[0]];
  if (!one || !other) return;
  const isBelow = one.top > other.bottom; // evidence of a later segment
  const [y1, y2] = isBelow ? [one.top, other.bottom] : [one.bottom, other.top];
  const far = Math.max(12, Math.abs(y2 - y1) / 3);
  const bend = isBelow ? -far : far;
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  const [x1, x2] = [one, other].map((box) => box.left + box.width / 2 - frame.left);
  const [begin, end] = [y1 - frame.top, y2 - frame.top];
  path.setAttribute("d", `M${x1},${begin} C${x1},${begin + bend} ${x2},${end - bend} ${x2},${end}`);
  path.setAttribute("marker-end", "url(#head)");
  byId("lines").append(path);
};

const arrowHead = () => {
  const space = "http://www.w3.org/2000/svg";
  const head = document.createElementNS(space, "marker");
  const told = {
    id: "head",
    viewBox: "0 0 8 8",
    refX: 7,
    refY: 4,
    markerWidth: 7,
    markerHeight: 7,
    orient: "auto",
  };
  for (const [key, value] of Object.entries(told)) head.setAttribute(key, value);
  const shape = document.createElementNS(space, "path");
  shape.setAttribute("d", "M0,0 L8,4 L0,8 z");
  head.append(shape);
  return head;
};

const lightAnswer = (tag, system) => {
  const told = verdictsOf(opened, chosenScorer(), system);
  const spans = told?.answers.get(tag.place) ?? [];
  const letter = told?.letters[tag.place];
  for (const [start, end] of spans) {
    light(
      { column: system, segment: tag.segment, start, end },
      `answer-${VERDICTS[letter]?.name ?? "none"}`,
    );
  }
};

// The panel at the foot: it is empty, and takes no room, while nothing is told.
const showDetail = (isTold, ...children) => {
  const detail = byId("detail");
  detail.classList.toggle("told", isTold);
  detail.replaceChildren(...children);
};

const renderTag = ({ tags, system }) => {
  clear();
  for (const tag of tags) {
    const from = light({ ...tag, column: tag.text }, "chosen");
    tag.links.forEach((link) => light(link, "linked"));
    for (const place of tag.evidence) {
      const to = light(place, "evidence");
      lightRow(place.segment);
      if (from && to) drawLine(to, from);
    }
    if (system !== null) lightAnswer(tag, system);
  }
  showDetail(true, ...tags.map(described));
};

const renderTarget = (target) => {
  if (!target.finding) {
    renderTag(target);
    return;
  }
  clear();
  lightFinding(target.finding);
  showDetail(true, describedFinding(target.finding));
};

const readTarget = (node) => {
  const holder = node.closest?.("[data-tags], [data-finding]");
  if (!holder) return null;
  if ("finding" in holder.dataset) {
    return { finding: opened.findings[Number(holder.dataset.finding)] };
  }
  const tags = holder.dataset.tags.split(" ").map((key) => {
    const [text, place] = key.split(":").map(Number);
    return opened.tags[text][place];
  });
  return { tags, system: "system" in holder.dataset ? Number(holder.dataset.system) : null };
};

// Keep a tag lit; the address then names its segment.
const pin = (target) => {
  pinned = target;
  renderTarget(target);
  const { segment } = target.finding ? target.finding.place : target.tags[0];
  state.at = `${segment + 1}`;
  writeAddress();
};

const unpin = () => {
  pinned = null;
  clear();
  showDetail(false);
};

const watch = (reader) => {
  const enter = (event) => {
    const target = readTarget(event.target);
    if (target) renderTarget(target);
  };
  reader.addEventListener("pointerover", enter);
  const keep = (event) => {
    const target = readTarget(event.target);
    if (target) pin(target);
  };
  reader.addEventListener("focusin", keep);
  reader.addEventListener("click", keep);
  reader.addEventListener("pointerout", (event) => {
    if (pinned && readTarget(event.target)) renderTarget(pinned);
  });
};
