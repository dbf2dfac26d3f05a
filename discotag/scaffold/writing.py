"""Writing a package: templates filled in, in a folder that was not there before.

Templates are the files of `templates/common` and of the kind's own folder, each ending in `.j2`;
`__package__` in a path is the package's name, `__target__` the code of the examples' target,
`__code__` that of a new language, `__github__` the folder of a code host.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from tempfile import mkdtemp

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from discotag.core.errors import UsageError
from discotag.core.hookspecs import API_VERSION
from discotag.files.output import output_errors
from discotag.scaffold.request import Kind, Request

TEMPLATES = Path(__file__).parent / "templates"
MOST_FORMS = 40
"""Words of `discotag themes` that a table begins with."""


def write_package(request: Request, folder: Path | None = None) -> tuple[Path, ...]:
    """Write the package of a request; give its files, sorted.

    Args:
        request: what to begin.
        folder: where; by default a folder of the distribution's name, here. It appears when all is
            written.

    Raises:
        UsageError: the folder is there already, or the one above it is not.
        OutputError: it cannot be written.
    """
    folder = folder or Path(request.distribution)
    if folder.exists():
        raise UsageError(f"{folder} is there already; name another with --out")
    if not folder.absolute().parent.is_dir():
        raise UsageError(f"{folder.absolute().parent} is not there; make it first")
    with output_errors(folder):
        made = Path(mkdtemp(prefix=f".{folder.name}-", dir=folder.absolute().parent))
    try:
        with output_errors(folder):
            _fill(made, request)
            made.chmod(0o755)
            made.replace(folder.absolute())
    except BaseException:
        shutil.rmtree(made, ignore_errors=True)
        raise
    return tuple(sorted(path for path in folder.rglob("*") if path.is_file()))


def _fill(folder: Path, request: Request) -> None:
    for name, text in sorted(filled(request).items()):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")


def filled(request: Request) -> dict[str, str]:
    """Return the files of a request: path in the package's folder → text."""
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,  # TOML, Python and Markdown, no HTML
    )
    environment.filters["toml"] = _toml
    environment.filters["py"] = _toml  # a JSON string is a Python string, too
    texts = {}
    for part in ("common", str(request.kind)):
        for path in sorted((TEMPLATES / part).rglob("*.j2")):
            name = path.relative_to(TEMPLATES / part).as_posix().removesuffix(".j2")
            name = name.replace("__package__", request.package)
            name = name.replace("__target__", request.target).replace("__github__", ".github")
            name = name.replace("__code__", request.name.partition("-")[0])
            if name.endswith("candidates.toml") and request.found is None:
                continue
            template = environment.get_template(path.relative_to(TEMPLATES).as_posix())
            texts[name] = template.render(
                request=request,
                api=API_VERSION,
                forms=_forms(request),
                Kind=Kind,
                major=".".join(map(str, API_VERSION)),
            )
    return texts


def _toml(value: object) -> str:
    """Write a string or a list of strings as TOML (and Python) has it."""
    if isinstance(value, tuple):
        value = list(value)
    return json.dumps(value, ensure_ascii=False)


def _forms(request: Request) -> tuple[str, ...]:
    if request.found is None:
        return ("alpha", "beta")
    words = [word for word in request.found.words() if word.isalpha()]
    return tuple(words[:MOST_FORMS])
