// Tables that sort by column, with the mouse or the keyboard; undefined values stay last.
const sortKey = (row, column) => row.cells[column].dataset.sort ?? row.cells[column].textContent;

const compareRows = (column, isNumber, sign) => (one, other) => {
  const [left, right] = [sortKey(one, column), sortKey(other, column)];
  if ((left === "") !== (right === "")) return left === "" ? 1 : -1;
  return sign * (isNumber ? Number(left) - Number(right) : left.localeCompare(right));
};

const sortTable = (table, header) => {
  const column = header.cellIndex;
  const isRanked = table.tBodies[0].rows[0]?.cells[column].dataset.sort !== undefined;
  const isNumber = header.dataset.kind === "number" || isRanked;
  const first = header.dataset.kind === "number" ? "descending" : "ascending";
  const second = first === "descending" ? "ascending" : "descending";
  const order = header.getAttribute("aria-sort") === first ? second : first;
  for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
  header.setAttribute("aria-sort", order);
  const body = table.tBodies[0];
  const compare = compareRows(column, isNumber, order === "ascending" ? 1 : -1);
  body.append(...[...body.rows].sort(compare));
};

const makeSortable = (table) => {
  for (const header of table.tHead.rows[0].cells) {
    if (!header.dataset.kind) continue;
    const sorter = button({ class: "sorter" }, () => sortTable(table, header));
    sorter.append(...header.childNodes);
    header.append(sorter);
  }
};
