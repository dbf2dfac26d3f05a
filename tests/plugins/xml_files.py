"""Small files of WMT XML, TMX and XLIFF, and what reads them."""

from __future__ import annotations

from discotag.core.interfaces import CorpusRequest
from discotag.plugins.readers.tmx import TmxReader
from discotag.plugins.readers.wmt_xml import WmtXmlReader
from discotag.plugins.readers.xliff import XliffReader

READERS = {"wmt-xml": WmtXmlReader, "tmx": TmxReader, "xliff": XliffReader}


def put(folder, text, name="x.xml"):
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def open_reader(name, **options):
    return READERS[name].create(options)


def read(reader, source, **request):
    return list(reader.read(CorpusRequest(source=source, **request)))


EN_DE = {"source_language": "en", "target_language": "de"}


def segs(*texts):
    return "<p>" + "".join(f'<seg id="{n}">{x}</seg>' for n, x in enumerate(texts, 1)) + "</p>"


def doc(*texts, name="d", **attributes):
    told = "".join(f' {key}="{value}"' for key, value in attributes.items())
    return f'<doc id="{name}"{told}>{"".join(texts)}</doc>'


def source(*texts, lang="en"):
    return f'<src lang="{lang}">{segs(*texts)}</src>'


def ref(*texts, lang="de", translator="A"):
    return f'<ref lang="{lang}" translator="{translator}">{segs(*texts)}</ref>'


def wmt(*docs):
    return f'<dataset id="t"><collection id="c">\n{chr(10).join(docs)}\n</collection></dataset>'


def unit(en="Hi.", de="Hallo.", more=""):
    return (
        f'<tu><tuv xml:lang="en"><seg>{en}</seg></tuv>'
        f'<tuv xml:lang="de"><seg>{de}</seg></tuv>{more}</tu>\n'
    )


def tmx(*units, srclang="en"):
    return f'<tmx version="1.4"><header srclang="{srclang}"/><body>{"".join(units)}</body></tmx>'


def xliff(*files):
    space = "urn:oasis:names:tc:xliff:document:1.2"
    return f'<xliff version="1.2" xmlns="{space}">{"".join(files)}</xliff>'


def file(*units, name="a", languages='source-language="en" target-language="de"'):
    return f'<file original="{name}" {languages}><body>{"".join(units)}</body></file>'


def trans(en="Hi.", de="Hallo.", more=""):
    return f"<trans-unit {more}><source>{en}</source><target>{de}</target></trans-unit>"


SMALL = {
    "wmt-xml": wmt(doc(source("Hi."), ref("Hallo."))),
    "tmx": tmx(unit()),
    "xliff": xliff(file(trans())),
}
