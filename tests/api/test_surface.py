"""The public surface: what is named and how it is called changes on purpose only."""

from __future__ import annotations

import inspect
import subprocess
import sys

import pytest

import discotag

NAMES = {
    "Corpus", "Differences", "DiscotagError", "LanguagePack", "Mark", "Pipeline", "Reason",
    "Scores", "TableInfo", "Tagged", "TaggerInfo", "TokenRef", "compare", "hookimpl",
    "load", "score", "tag",
}  # fmt: skip
CALLS = {
    "load": "source reference=None * source_language target_language systems=None docids=None"
    " reader='' reader_options=None",
    "tag": "corpus **choices",
    "score": "corpus * scorers=('compare_mt', 'choice', 'bleu', 'chrf') baseline=None samples=1000"
    " trials=10000 seed=12345 out=None jobs=1 executor='processes' cache=False time_limit=None"
    " **choices",
    "Pipeline": "source_language target_language **choices",
    "compare": "*runs baseline=None samples=1000 trials=10000 seed=12345 verify=True",
}


def called(function):
    """Put a signature without its types, `*` before what must be named."""
    words = []
    for parameter in inspect.signature(function).parameters.values():
        stars = {parameter.VAR_POSITIONAL: "*", parameter.VAR_KEYWORD: "**"}
        is_first_named = parameter.kind is parameter.KEYWORD_ONLY and not any(
            word.startswith("*") for word in words
        )
        words += ["*"] if is_first_named else []
        has_default = parameter.default is not parameter.empty
        default = f"={parameter.default!r}" if has_default else ""
        words.append(f"{stars.get(parameter.kind, '')}{parameter.name}{default}")
    return " ".join(words)


def test_the_names_are_these():
    assert set(discotag.__all__) == NAMES
    assert set(dir(discotag)) >= NAMES


def test_every_name_is_there_with_a_docstring():
    assert [name for name in sorted(NAMES) if not inspect.getdoc(getattr(discotag, name))] == []


@pytest.mark.parametrize("name", CALLS)
def test_functions_are_called_so(name):
    assert called(getattr(discotag, name)) == CALLS[name]


@pytest.mark.parametrize("name", ["Tagged", "Scores", "Differences"])
def test_results_have_rows_a_data_frame_and_html(name):
    result = getattr(discotag, name)
    assert all(hasattr(result, method) for method in ("to_dicts", "to_pandas", "_repr_html_"))


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'tagg'"):
        discotag.tagg  # noqa: B018


def test_importing_discotag_imports_next_to_nothing_else_of_it():
    code = "import sys, discotag; print(*[m for m in sys.modules if m.startswith('discotag')])"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert set(done.stdout.split()) == {"discotag", "discotag.core", "discotag.core.exports"}


@pytest.mark.parametrize("package", ["runs", "plugin"])
def test_public_functions_are_not_hidden_by_packages(package):
    code = f"import discotag.{package}; import discotag; print(callable(discotag.score))"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout.strip() == "True"
