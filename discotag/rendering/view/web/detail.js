// The panel that tells in words what decides a tag.
const distanceText = (distance) => {
  if (distance === null) return "evidence not found";
  if (distance === 0) return "same segment";
  const steps = plural(Math.abs(distance), "segment");
  return distance > 0 ? `${steps} back` : `${steps} ahead`;
};

const arrow = (distance) => (distance > 0 ? "↑" : distance < 0 ? "↓" : "→");

const goTo = (place, target) => {
  pinned = target;
  const row = rowAt(place.segment);
  renderTarget(pinned);
  row.scrollIntoView({ block: "center" });
  row.classList.add("flash");
  setTimeout(() => row.classList.remove("flash"), 1500);
};

const evidenceItem = (tag, place) => {
  const distance = tag.segment - place.segment;
  const { code, direction } = languageOf(place.column);
  const word = make("bdi", { lang: code, dir: direction, class: "word" }, textAt(opened, place));
  const go = () => goTo(place, { tags: [tag], system: null });
  return make(
    "li",
    {},
    button({ class: "link" }, go, `${arrow(distance)} ${distanceText(distance)}`),
    ": ",
    word,
    ` (${place.column === SOURCE ? "source, " : ""}segment ${place.segment + 1})`,
  );
};

const verdictItems = (tag) => {
  if (tag.text !== FIRST) return [];
  const systems = systemsOf([...index.texts.keys()]);
  return index.scorers
    .map((name, scorer) => {
      const told = systems
        .map((text) => [text, verdictsOf(opened, scorer, text)?.letters[tag.place]])
        .filter(([, letter]) => letter in VERDICTS);
      if (!told.length) return null;
      return make(
        "li",
        {},
        make("b", {}, name),
        ": ",
        ...told.flatMap(([text, letter]) => [
          make(
            "span",
            { class: `verdict ${VERDICTS[letter].name.replace(" ", "-")}` },
            `${VERDICTS[letter].glyph} `,
            isolated(nameOf(text)),
            ` ${VERDICTS[letter].name}`,
          ),
          " ",
        ]),
      );
    })
    .filter(Boolean);
};

const described = (tag) => {
  const { code, direction } = languageOf(tag.text);
  const links = tag.links.map((link) => textAt(opened, link));
  const reach =
    tag.distance === null
      ? "context decides; its evidence was not found"
      : `decided ${tag.distance === 0 ? "in the " : ""}${distanceText(tag.distance)}` +
        (tag.span === tag.distance ? "" : `, what is needed of it within ${distanceText(tag.span)}`);
  const facts = make(
    "div",
    {},
    make(
      "p",
      {},
      make("bdi", { class: "word", lang: code, dir: direction }, wordOf(opened, tag)),
      " ",
      make(
        "span",
        { class: `kind p${tag.phenomenon % 7} u${tag.phenomenon % 5}` },
        index.phenomena[tag.phenomenon],
      ),
      " ",
      make("b", {}, isolated(tag.label)),
      " in ",
      isolated(nameOf(tag.text)),
      `, segment ${tag.segment + 1}: ${reach}`,
    ),
    make(
      "ul",
      { class: "evidence-list" },
      ...tag.evidence.map((place) => evidenceItem(tag, place)),
      links.length
        ? make(
            "li",
            {},
            "source: ",
            make(
              "bdi",
              { class: "word", lang: index.source.code, dir: index.source.direction },
              links.join(" "),
            ),
          )
        : null,
    ),
  );
  return make(
    "div",
    { class: "described" },
    facts,
    make("ul", { class: "verdict-list" }, ...verdictItems(tag)),
  );
};
