"""Gold alignments are read as they are published."""

from pathlib import Path

from benchmarks.alignment import SETS


def test_turkish_gold_is_english_first_and_counts_from_zero(tmp_path: Path) -> None:
    folder = tmp_path / "silveralign_tr"
    folder.mkdir()
    (folder / "Gold.parallel.txt").write_text("our house ||| evimiz\n", encoding="utf-8")
    (folder / "Gold.gold.txt").write_text("0\t0-0 1-0\n", encoding="utf-8")
    (pair,) = SETS["tr"](tmp_path)
    assert (pair.english, pair.foreign) == (("our", "house"), ("evimiz",))
    assert pair.sure == pair.possible == {(0, 0), (1, 0)}
