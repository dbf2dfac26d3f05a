"""What discotag-lint declares: the role of checks, its own checks, two commands, two scorers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.plugin import CommandInfo, ScorerInfo, hookimpl
from discotag_lint import hookspecs
from discotag_lint.check import CheckInfo, CodeInfo, Severity

if TYPE_CHECKING:
    from collections.abc import Iterable


DISCOTAG_API = (1, 0)
DISCOTAG_HOOKSPECS = hookspecs
LAYERS = ("tokens", "lemmas", "pos", "morph", "deps")
BOTH = frozenset({f"{side}.{layer}" for side in ("source", "target") for layer in LAYERS})
TERMS_NEED = BOTH - {"source.morph", "target.morph"} | {"alignment"}


ADDRESS = CheckInfo(
    name="address",
    summary="one voice says T in one place and V in another",
    factory="discotag_lint.checks.address:AddressCheck",
    version=8,
    phenomena=frozenset({"formality"}),
    needs=BOTH | {"alignment"},
    codes={
        "DT101": CodeInfo(
            name="address-change",
            summary="The reader or hearer is addressed familiarly here and politely elsewhere.",
            advice="Choose one form of address for the whole text, and change the word here or"
            " the other. If two people speak, or the relation changes, suppress the finding.",
        ),
        "DT102": CodeInfo(
            name="address-without-level",
            summary="The language pack does not say how polite words of this class are.",
            advice="Nothing is wrong with the text. Give the class a level under [address] in"
            " the pack's language.toml, or list it there as no_level.",
            severity=Severity.NOTE,
        ),
        "DT103": CodeInfo(
            name="unexpected-address",
            summary="The address is not the one that was asked for (--expect).",
            advice="Address people here as the whole text shall do.",
        ),
    },
)
TERMS = CheckInfo(
    name="terms",
    summary="a term that is translated in one way again and again has another translation",
    factory="discotag_lint.checks.terms:TermCheck",
    needs=BOTH | {"alignment"},
    codes={
        "DT201": CodeInfo(
            name="term-variation",
            summary="A term is translated otherwise than in the rest of the document.",
            advice="Use the term of the rest, unless the source means another thing here.",
        )
    },
)
NAMES = CheckInfo(
    name="names",
    summary="a name that is spelled in two ways",
    factory="discotag_lint.checks.names:NameCheck",
    version=2,
    facts=frozenset({"names"}),
    needs=BOTH | {"alignment"},
    codes={
        "DT202": CodeInfo(
            name="name-spelling",
            summary="A name is spelled otherwise than in the rest of the document.",
            advice="Spell the name as in the rest, unless two people or places are meant.",
        )
    },
)
AGREEMENT = CheckInfo(
    name="agreement",
    summary="a pronoun whose gender is not that of its antecedent",
    factory="discotag_lint.checks.agreement:AgreementCheck",
    reach=10,
    version=4,
    phenomena=frozenset({"pronouns"}),
    needs=BOTH | {"alignment", "source.coref?"},
    codes={
        "DT301": CodeInfo(
            name="pronoun-agreement",
            summary="A pronoun has another gender than the noun it stands for.",
            advice="Give the pronoun the gender of the noun, or name the thing again.",
            severity=Severity.NOTE,  # coreference errs more often than translations do
        )
    },
)
OMISSIONS = CheckInfo(
    name="omissions",
    summary="a sentence that the translation leaves out, or that the source does not have",
    factory="discotag_lint.checks.omissions:OmissionCheck",
    reach=10,
    version=4,
    needs=frozenset({"source.tokens", "target.tokens"}),
    codes={
        "DT501": CodeInfo(
            name="omitted-sentence",
            summary="The translation has nothing for a sentence of the source.",
            advice="Translate the sentence. If it was left out on purpose, suppress the finding.",
        ),
        "DT502": CodeInfo(
            name="added-sentence",
            summary="The source has nothing for a sentence of the translation.",
            advice="Take the sentence out. If it explains something on purpose, suppress the"
            " finding.",
            severity=Severity.NOTE,  # free translations make sentences of clauses
        ),
        "DT503": CodeInfo(
            name="moved-sentence",
            summary="A sentence of the translation is not where the source has it.",
            advice="Put the sentence back where the source has it, or suppress the finding.",
        ),
        "DT504": CodeInfo(
            name="model-remark",
            summary="The translation holds a remark or refusal of a language model.",
            advice="Take it out, and translate what it stands for.",
            severity=Severity.ERROR,
        ),
    },
)
ENTITIES = CheckInfo(
    name="entities",
    summary="an HTML entity that is shown as text",
    factory="discotag_lint.checks.copies:EntityCheck",
    reach=0,
    markup="shown",
    needs=frozenset({"source.tokens", "target.tokens"}),
    codes={
        "DT601": CodeInfo(
            name="copied-entity",
            summary="The translation shows an HTML entity, and the source has none.",
            advice="Write the character itself (lint --fix). If the text is HTML, suppress the"
            " finding.",
        )
    },
)
COPIES = CheckInfo(
    name="copies",
    summary="a segment that is not translated, or has the translation of another one",
    factory="discotag_lint.checks.copies:CopyCheck",
    version=3,
    markup="blank",
    needs=frozenset({"source.tokens", "target.tokens"}),
    codes={
        "DT505": CodeInfo(
            name="untranslated-segment",
            summary="The translation repeats words of the source language.",
            advice="Translate them. If they are a title or a quotation, suppress the finding.",
        ),
        "DT506": CodeInfo(
            name="translation-of-another-segment",
            summary="Two segments that say different things have the same translation.",
            advice="Translate what this segment says, or the other one.",
        ),
    },
)
NUMBERS = CheckInfo(
    name="numbers",
    summary="a number or unit that differs from the source's",
    factory="discotag_lint.checks.numbers:NumberCheck",
    version=3,
    markup="blank",
    reach=1,
    needs=frozenset({"source.tokens", "target.tokens"}),
    codes={
        "DT701": CodeInfo(
            name="other-number",
            summary="The translation has another number than the source, or none.",
            advice="Write the number of the source. If it was left out on purpose, suppress the"
            " finding.",
        ),
        "DT702": CodeInfo(
            name="other-unit",
            summary="The translation has the number of the source with another unit.",
            advice="Write the unit of the source, or convert the number as well. A note says"
            " that both were converted: compare the amounts.",
        ),
    },
)


PLACEHOLDERS = CheckInfo(
    name="placeholders",
    summary="a placeholder or tag that the translation lost, added or broke",
    factory="discotag_lint.checks.placeholders:PlaceholderCheck",
    reach=0,
    markup="shown",
    needs=frozenset({"source.tokens", "target.tokens"}),
    codes={
        "DT801": CodeInfo(
            name="lost-placeholder",
            summary="The translation lacks a placeholder of the source.",
            advice="Put the placeholder where its value belongs. If it was left out on purpose,"
            " suppress the finding.",
        ),
        "DT802": CodeInfo(
            name="other-placeholder",
            summary="The translation has a placeholder that the source does not have.",
            advice="Write the placeholder as the source has it: programs do not know any other,"
            " and may crash.",
            severity=Severity.ERROR,
        ),
        "DT803": CodeInfo(
            name="broken-markup",
            summary="The tags of the translation are not those of the source.",
            advice="Use the tags of the source, each opened and closed, around the same words.",
        ),
        "DT804": CodeInfo(
            name="plural-without-number",
            summary="A plural form for several numbers lacks the number.",
            advice="Name the number: the form is used for many. Only forms for one number, such"
            " as one or =1, may leave it out.",
        ),
    },
)


GLOSSARY = CheckInfo(
    name="glossary",
    summary="terms that are not called as a glossary has it (--glossary)",
    factory="discotag_lint.terminology.check:GlossaryCheck",
    reach=0,
    version=6,
    needs=TERMS_NEED,
    codes={
        "DT203": CodeInfo(
            name="other-than-glossary",
            summary="A term is not called as the glossary has it (--glossary).",
            advice="Use a name of the glossary. If the source means another thing here,"
            " suppress the finding; if the name is good, too, add it as admitted.",
        ),
        "DT204": CodeInfo(
            name="forbidden-term",
            summary="A term has a name that the glossary forbids (--glossary).",
            advice="Use an allowed name of the glossary.",
        ),
    },
)


@hookimpl
def discotag_commands() -> Iterable[CommandInfo]:
    """Declare `discotag lint` and `discotag terms`."""
    yield CommandInfo(
        name="lint",
        summary="Find faults of a translation, without a reference.",
        factory="discotag_lint.command:lint",
        section="Translations",
    )
    yield CommandInfo(
        name="terms",
        summary="List how terms and names of a text are translated.",
        factory="discotag_lint.terminology.command:terms",
        section="Translations",
    )


@hookimpl
def discotag_checks() -> Iterable[CheckInfo]:
    """Declare the checks of this package."""
    return (
        ADDRESS,
        TERMS,
        NAMES,
        AGREEMENT,
        OMISSIONS,
        ENTITIES,
        COPIES,
        NUMBERS,
        PLACEHOLDERS,
        GLOSSARY,
    )


@hookimpl
def discotag_scorers() -> Iterable[ScorerInfo]:
    """Declare `address` and `terms`."""
    yield ScorerInfo(
        name="address",
        summary="whether people are addressed as was asked for (--expect); needs no reference",
        factory="discotag_lint.checks.address_votes:ComplianceScorer",
        version=2,
        phenomena=None,
        columns=("as_expected", "support"),
        needs=BOTH | {"alignment"},
        needs_reference=False,
    )
    yield ScorerInfo(
        name="terms",
        summary="terms that keep their name, and have that of a glossary; needs no reference",
        factory="discotag_lint.terminology.scorer:TermScorer",
        version=2,
        phenomena=None,
        columns=("found", "by_form", "demanded", "usual", "uses", "support"),
        needs=TERMS_NEED - {"source.deps", "target.deps"},
        needs_reference=False,
    )
