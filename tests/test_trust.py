"""What no code of the project may do: run code out of data, or unpack what it does not look at."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PLACES = ("discotag", "plugins/*/discotag_*", "benchmarks", "plugins/*/benchmarks", "training")
FORBIDDEN = {
    "pickle.load", "pickle.loads", "cPickle.load", "dill.load", "joblib.load", "marshal.loads",
    "shelve.open", "yaml.load", "yaml.unsafe_load", "pd.read_pickle", "eval", "exec", "os.system",
    "shutil.unpack_archive", "jinja2.Markup",
}  # fmt: skip
METHODS = {"extractall", "extract"}
"""Of archives: they write wherever a member's name points, without `filter="data"`."""
REQUIRED = {
    "from_pretrained": {"trust_remote_code": False},
    "torch.load": {"weights_only": True},
    "iterparse": {"resolve_entities": False, "no_network": True, "load_dtd": False},
}
"""Call → the arguments that must stand in it."""
ALLOWED = {
    ("plugins/dev/discotag_dev/rules/components.py", "pickle.loads"),  # of what it has just pickled
}
WITHOUT_CODE = {"PeftModel.from_pretrained"}
"""What loads weights alone and has no such argument."""
OF_DIGESTS = {"read_record"}
"""What means by `verify` the digests of a run's folder, not certificates."""
FILES = sorted(
    path for place in PLACES for folder in ROOT.glob(place) for path in folder.rglob("*.py")
)


def name_of(node: ast.expr) -> str:
    match node:
        case ast.Name():
            return node.id
        case ast.Attribute():
            return f"{name_of(node.value)}.{node.attr}"
        case _:
            return "?"


def faults(source: str, place: str = "x.py") -> list[str]:
    """Return what a module does that it must not."""
    tree = ast.parse(source)
    constants = {
        node.target.id: ast.unparse(node.value)
        for node in tree.body
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value
    }
    found = []
    for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
        name = name_of(call.func)
        told = f"{place}:{call.lineno}: {name}"
        last = name.rpartition(".")[2]
        given = {word.arg: ast.unparse(word.value) for word in call.keywords}
        if (name in FORBIDDEN and (place, name) not in ALLOWED) or (
            "." in name
            and last in METHODS
            and given.get("filter") != "'data'"
            and "str" not in name
        ):
            found.append(told)
        spread = constants.get(given.get(None, ""), "")
        for wanted, arguments in REQUIRED.items():
            if wanted not in {name, last} or name in WITHOUT_CODE:
                continue
            found += [
                f"{told} without {key}={value}"
                for key, value in arguments.items()
                if given.get(key) != str(value) and f"'{key}': {value}" not in spread
            ]
        if given.get("allow_pickle", "False") != "False" or given.get("shell") == "True":
            found.append(told)
        if given.get("verify") == "False" and name not in OF_DIGESTS:
            found.append(f"{told} does not look at certificates")
    return found


@pytest.mark.parametrize(
    "source",
    [
        "import pickle\npickle.load(f)", "eval(text)", "archive.extractall(p)",
        "AutoModel.from_pretrained(folder)", "AutoModel.from_pretrained(f, trust_remote_code=True)",
        "torch.load(p)", "np.load(p, allow_pickle=True)", "subprocess.run(c, shell=True)",
        "etree.iterparse(f)", "httpx.Client(verify=False)",
    ],
)  # fmt: skip
def test_what_is_not_to_be_trusted_is_found(source):
    assert faults(source)


def test_no_module_trusts_what_comes_from_outside():
    found = [
        fault
        for path in FILES
        for fault in faults(path.read_text("utf-8"), path.relative_to(ROOT).as_posix())
    ]
    assert len(FILES) > 100
    assert found == []
