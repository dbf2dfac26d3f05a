"""Seeds: one small sound file of each kind, from which damaged ones are made."""

from __future__ import annotations

LINES = "Did you see it?\nI did.\n\nYes.\n"
IDS = "one\none\ntwo\ntwo\n"
TSV = "one\tDid you?\tAs-tu ?\tAvez-vous ?\none\tYes.\tOui.\tOui.\ntwo\tNo.\tNon.\tNon.\n"
JSONL = (
    '{"schema":"discotag-corpus/1","id":"one","source":["You.","Do."],'
    '"references":{"ref":["Tu.","Fais."]},"hypotheses":{"A":["Vous.","Faites."]},"domain":"talk",'
    '"expected":["tu",null]}\n'
    '{"id":"two","source":["Go."],"references":{"ref":["Va."]},"hypotheses":{"A":["Allez."]},"expected":[null]}\n'
)
WMT = (
    '<?xml version="1.0" encoding="utf-8"?>\n<dataset id="t"><collection id="c">'
    '<doc id="one" origlang="en"><src lang="en"><p><seg id="1">See?</seg><seg id="2">Yes.</seg></p>'
    '</src>\n<ref lang="fr" translator="A"><p><seg id="1">Vu ?</seg><seg id="2">Oui.</seg></p>'
    "</ref>\n"
    '<hyp lang="fr" system="S"><p><seg id="1">Vu ?</seg><seg id="2">Oui.</seg></p></hyp></doc>'
    "</collection></dataset>\n"
)
TMX = (
    '<tmx version="1.4"><header srclang="en"/><body><tu><tuv xml:lang="en"><seg>Hi <ph x="1">{}'
    '</ph>.</seg></tuv>\n<tuv xml:lang="fr"><seg>Salut.</seg></tuv></tu></body></tmx>\n'
)
XLIFF = (
    '<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file original="a"'
    ' source-language="en" target-language="fr">\n<body><trans-unit id="1"><source>Hi <g id="1">you'
    "</g></source><target>Salut</target></trans-unit></body></file></xliff>\n"
)
XLIFF2 = (
    '<xliff version="2.0" xmlns="urn:oasis:names:tc:xliff:document:2.0" srcLang="en" trgLang="fr">'
    '\n<file id="f"><unit id="u"><segment><source>Hi.</source><target>Salut.</target></segment>'
    "</unit></file></xliff>\n"
)
CTXPRO = (
    '[{"src segment":"You should.","ref segment":"Tu devrais.","expected":"tu",\n'
    '"document id":"films/1","segment id":7,"rule":"NOM.INF.SING"},\n'
    '{"src segment":"Do you?","ref segment":"Et toi ?","expected":"toi","document id":"films/1",'
    '"segment id":9,"rule":"DIS.INF.SING"}]\n'
)
DOCS = "news x.1\nnews x.1\nsocial\ty 2\nsocial\ty 2\n"
TAGS = (
    '{"schema":"discotag-tags/1","id":"one","system":"ref","role":"reference","domain":"talk",'
    '"source":{"language":"en","segments":[{"text":"You go.","forms":["You","go","."],'
    '"starts":[0,4,6],"ends":[3,6,7],"lemmas":["you","go","."],"upos":["PRON","VERB","PUNCT"],'
    '"feats":["Person=2","_","_"],"heads":[1,1,1],"deprels":["nsubj","root","punct"]}],'
    '"clusters":[{"mentions":[[0,0,1,0,"pronoun"],[0,1,2,1,"noun"]],"scores":[0.5,0.5]}]},'
    '"target":{"language":"fr","segments":[{"text":"Tu vas.","forms":["Tu","vas","."],'
    '"starts":[0,3,6],"ends":[2,6,7]}]},"alignment":[{"links":"0-0 1-1","scores":[0.9,0.8]}],'
    '"marks":[{"phenomenon":"formality","label":"t","segment":0,"token":0,"start":0,"end":2,'
    '"source_tokens":[0],"evidence":[["target",0,0]],"is_unresolved":false,"distance":0,"span":0}],'
    '"phenomena":["formality"]}\n'
)
CONLLU = (
    "# sent_id = 1\n# text = You go.\n1\tYou\tyou\tPRON\tPRP\tPerson=2\t2\tnsubj\t_\t_\n"
    "2\tgo\tgo\tVERB\tVBP\t_\t0\troot\t_\tSpaceAfter=No\n3\t.\t.\tPUNCT\t.\t_\t2\tpunct\t_\t_\n\n"
    "# text = du\n1-2\tdu\t_\t_\t_\t_\t_\t_\t_\t_\n1\tde\tde\tADP\t_\t_\t2\tcase\t_\t_\n"
    "2\tle\tle\tDET\t_\t_\t0\troot\t_\t_\n\n"
)
LINKS = "0-0:1 1-1:0.5\n\n3-2\n"
CLUSTERS = '{"document":"one","clusters":[[[0,0,1],[1,0,1]]]}\n{"document":"two","clusters":[]}\n'
SUPPRESSIONS = '[[suppress]]\ncode = "ADR001"\ndocument = "talk-*"\nreason = "a quotation"\n'
TABLE = (
    "source = 'a grammar'\nlists_from = 'other.toml'\n[lists]\nall = ['tu', '@few']\n[[class]]\n"
    "name = 't'\nforms = ['@all', 'toi']\n"
)
CONFIG = 'name = "one"\npair = "en-fr"\nseed = 1\n[given]\nsource = "{pair}/test.{source}"\n'
COUNTS = (
    '{"schema":"discotag-counts/1","document":"one","digest":"ab","counts":{"A":{"choice":'
    '[["formality",null,[1,2,3]],["formality","t",[1,2.5,3]]]}}}\n'
)
WORDS = "forme\tlemme\tNOUN\tGender=Fem\nva\taller\tVERB\t_\n"
GLOSSARY = "you\ttu\ngo\taller\n"
MARKUP = (
    "<script>alert(1)</script> </textarea> =1+1 \u202e \u2028 \ufffe ]]> \\ $x$ %s {{ 1 }} |\nb\n"
)
