// The start: tables become sortable, signatures get a button, and the documents are laid out.
const copyButton = (code) => {
  const copy = button(
    { class: "copy" },
    async () => {
      try {
        await navigator.clipboard.writeText(code.textContent);
        copy.textContent = "Copied";
      } catch {
        getSelection().selectAllChildren(code);
        copy.textContent = "Selected: now copy";
      }
    },
    "Copy",
  );
  code.after(" ", copy);
};

const readJson = (id) => JSON.parse(byId(id).textContent);

const start = () => {
  document.querySelectorAll("table.sortable").forEach(makeSortable);
  document.querySelectorAll("code.signature").forEach(copyButton);
  if (byId("index"))
    beginView(byId("app"), readJson("index"), (place) => readJson(`document-${place}`));
};

start();
