"""Whom the source speaks to: subjects of its verbs, commands, and third persons in it.

Treebanks hold few second persons and commands, so parses of them are weak: analyses take English
commands for nouns, infinitives and statements. A pronoun next to its verb, the first word of a
sentence and the source's own subject show more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.core.patterns import TokenContext
from discotag.core.tokens import present
from discotag.language import ud
from discotag.plugins.phenomena.formality.table import normalised

if TYPE_CHECKING:
    from collections.abc import Collection

    from discotag.core.language import Address
    from discotag.core.patterns import Pattern
    from discotag.core.tokens import Token, Tokens
    from discotag.plugins.phenomena.formality.table import FormalityTable


AUXILIARY = frozenset({"aux", "cop"})
STOPS = frozenset({".", "!", "?", "…", "..."})
BEFORE_QUESTION = frozenset({"ADV", "AUX", "PART", "INTJ"})
OTHER_PERSONS = frozenset({"1", "3"})
CLAUSAL = frozenset({"root", "dep", "parataxis", "ccomp", "discourse"})
NOT_IMPERATIVE = frozenset({"mark", "aux", "cop", "case", "expl"})
UNREAD = frozenset({"NOUN", "ADJ", "NUM", "PROPN", "X"})
"""Parts of speech that analyses give English commands by mistake."""
PARTICLE = "compound:prt"
AFTER_COMMANDS = frozenset({"DET", "PRON", "ADP", "ADV"})


class SourceReader:
    """Says whom the source speaks to.

    Args:
        words: what the source's pack says of address: its auxiliaries of commands, its particles.
    """

    def __init__(self, words: Address) -> None:
        self._auxiliaries = frozenset(words.command_auxiliaries)
        self._particles = frozenset(words.command_particles)
        self._futures = frozenset(words.futures)

    def asks_without_subject(self, verb: Token) -> bool:
        """Return whether a verb asks who is spoken to and leaves out *did you*.

        *Forgot your password?* Only where it opens its sentence, and says nothing of another person
        (Quirk et al., A Comprehensive Grammar of the English Language, ch. 12, on situational
        ellipsis).
        """
        is_been = verb.feats.get("VerbForm") == "Part" and verb.upos == "AUX"
        if not (verb.upos == "VERB" or is_been) or verb.feats.get("Mood") == "Imp":
            return False
        before = _before_in_sentence(verb)
        told = [token for token in (*before, verb) if token.feats.get("Tense") != "Past"]
        return (
            all(
                token.upos in BEFORE_QUESTION and token.lemma not in self._futures
                for token in before
            )
            and not any(token.feats.get("Person") in OTHER_PERSONS for token in told)
            and not _is_passive(verb)
            and _ends_as_question(verb)
        )

    def addresses(
        self, verb: TokenContext, address: tuple[Pattern, ...], *, default: bool = False
    ) -> bool:
        """Return whether a source verb's subject is somebody spoken to; `default` if it has none.

        Of several subjects one suffices: parsers take a call for a subject (*Sir*, do *you* …).
        """
        subject = shared_subject(verb.word) or _controller(verb.word)
        if subject is None:
            return default or self.asks_without_subject(verb.word)
        siblings = verb.word.segment[subject.head].children if subject.head >= 0 else ()
        subjects = {
            subject.index,
            *(child.index for child in siblings if ud.relation(child) == "nsubj"),
        }
        return any(pattern.matches(verb.at(index)) for index in subjects for pattern in address)

    def is_imperative(self, token: Token) -> bool:
        """Return whether a verb commands: by its mood, or as a base form without a subject."""
        mood = token.feats.get("Mood")
        if mood == "Imp":
            return True
        if token.upos == "VERB" and ud.relation(token) == "conj" and _is_bare(token):
            return self._continues_command(token)
        if mood is not None:
            return False
        if _is_forbidden(token):
            return True
        if (be := _bare_be(token)) is not None:
            return self._commands(clause_head(token), be)
        return token.upos == "VERB" and self._is_bare_command(token)

    def _is_bare_command(self, token: Token) -> bool:
        """Return whether a verb without mood is a base form without a subject of its own."""
        if ud.relation(token) == "conj" and token.head >= 0:
            return not parsed_subject(token) and self.is_imperative(token.segment[token.head])
        return (
            _may_be_base(token)
            and _is_bare(token)
            and (token.head < 0 or ud.relation(token) in CLAUSAL)
            and parsed_subject(token) is None
            and not any(
                ud.relation(child) in NOT_IMPERATIVE
                and child.form.casefold() not in self._auxiliaries
                for child in token.children
            )
        )

    def _continues_command(self, token: Token) -> bool:
        """Return whether a coordinated base form without a subject is a command.

        It is if what it is coordinated with is one (*wash them and dry them*, whatever mood it was
        given), or is taken for a noun that opens the sentence (*Peel them and slice them*). After a
        command that opens the sentence, *do not* is not an infinitive (*Leave it off and don't
        touch it*), and neither is what is coordinated with a gerund (*Stop whining and watch him*).
        """
        if token.head < 0 or parsed_subject(token) is not None:
            return False
        auxiliaries = [child for child in token.children if ud.relation(child) in NOT_IMPERATIVE]
        if any(child.form.casefold() not in self._auxiliaries for child in auxiliaries):
            return False
        head = token.segment[token.head]
        first = token.segment[opening(head)]
        is_no_infinitive = bool(auxiliaries) or head.feats.get("VerbForm") == "Ger"
        return (
            self.is_imperative(head)
            or is_unread_command(first)
            or (is_no_infinitive and first.feats.get("Mood") == "Imp")
        )

    def _commands(self, head: Token, be: Token) -> bool:
        """Return whether a clause whose verb is a base form of *be* is a command."""
        return (
            (head.head < 0 or ud.relation(head) in CLAUSAL)
            and parsed_subject(head) is None
            and not any(
                child.index != be.index
                and ud.relation(child) in NOT_IMPERATIVE - {"case"}
                and child.form.casefold() not in self._auxiliaries
                for child in head.children
            )
        )

    def is_particle_of_command(self, linked: TokenContext) -> bool:
        """Return whether a word is the particle of a command: turn *up* the heat, come *back*."""
        word = linked.word
        is_particle = word.deprel == PARTICLE or (
            ud.relation(word) == "advmod" and word.form.casefold() in self._particles
        )
        return is_particle and word.head >= 0 and self.is_imperative(word.segment[word.head])

    def opens_alike(self, site: TokenContext) -> bool:
        """Return whether a word opens its text, and a command that no verb translates the source's.

        *Give her a hug* – *Dele un abrazo*, where *give* and *dele* are without a link.
        """
        source = site.document.source[site.segment]
        if not len(source) or site.token != _first_word(site.tokens):
            return False
        first = TokenContext(site.document, "source", site.segment, _first_word(source))
        return (self.is_imperative(first.word) or is_unread_command(first.word)) and not any(
            other.word.upos in ud.VERBAL and other.token != site.token for other in first.linked()
        )

    def is_addressed(self, site: TokenContext, address: tuple[Pattern, ...]) -> bool:
        """Return whether a word's source segment speaks to somebody: by a word, or a command."""
        source = site.document.source[site.segment]
        return any(map(self.is_imperative, source)) or _has(site, address)

    def is_of_nobody_else(self, site: TokenContext, table: FormalityTable) -> bool:
        """Return whether the source of a word's segment is talk, and speaks of no third person.

        It is if it speaks to somebody, or if its speaker speaks of himself.
        """
        is_talk = self.is_addressed(site, table.address) or _has(site, table.speaker)
        return is_talk and not _has(site, table.others)


def clause_head(token: Token) -> Token:
    """Return the word that an auxiliary or copula belongs to; any other word itself."""
    if ud.relation(token) in AUXILIARY and token.head >= 0:
        return token.segment[token.head]
    return token


def parsed_subject(token: Token) -> Token | None:
    """Find the subject that the parse gives a verb (or the clause of an auxiliary)."""
    return next(
        (
            child
            for child in clause_head(token).children
            if ud.relation(child) in {"nsubj", "csubj"}
        ),
        None,
    )


def shared_subject(token: Token) -> Token | None:
    """Find a verb's subject, or that of the verb it is coordinated with."""
    head = clause_head(token)
    seen: set[int] = set()
    while head.index not in seen:
        seen.add(head.index)
        subject = parsed_subject(head)
        if subject is not None or ud.relation(head) != "conj" or head.head < 0:
            return subject
        head = head.segment[head.head]
    return None


def adjacent_subject(
    tokens: Tokens,
    verb: int,
    subjects: Collection[str],
    clitics: Collection[str],
    *,
    inverts: bool = False,
) -> int | None:
    """Find a subject pronoun next to a verb: after it (`as-tu`), or before it across clitics.

    The first of the words before the verb counts: in *vous vous trompez* the first *vous*, in *ne
    vous trompez pas* none. Where a language `inverts`, a word of its own after the verb may be its
    subject as well (*hast du*), if none is before it.
    """
    if verb + 1 < len(tokens):
        behind = tokens.forms[verb + 1]
        if behind.startswith("-") and normalised(behind) in subjects:
            return verb + 1
    first = verb
    while first > 0 and not tokens.forms[first - 1].startswith("-"):
        before = normalised(tokens.forms[first - 1])
        if before not in clitics and before not in subjects:
            break
        first -= 1
    if first < verb and normalised(tokens.forms[first]) in subjects:
        return first
    if inverts and verb + 1 < len(tokens) and normalised(tokens.forms[verb + 1]) in subjects:
        return verb + 1
    return None


def _controller(token: Token) -> Token | None:
    """Return the subject of the verb that an infinitive completes: *do you happen to have one*.

    None where that verb has an object, which is then who acts.
    """
    if ud.relation(token) != "xcomp" or token.head < 0:
        return None
    head = token.segment[token.head]
    has_object = any(ud.relation(child) in {"obj", "iobj"} for child in head.children)
    return None if has_object else shared_subject(head)


def _before_in_sentence(token: Token) -> list[Token]:
    """Return the words before a word in its sentence, the nearest first."""
    found = []
    for place in range(token.index - 1, -1, -1):
        if token.segment.forms[place] in STOPS:
            break
        found.append(token.segment[place])
    return found


def _is_passive(verb: Token) -> bool:
    """Return whether a verb is a participle of what is done to somebody: *Delayed by rain?*."""
    has_object = any(ud.relation(child) == "obj" for child in verb.children)
    return verb.feats.get("Voice") == "Pass" and not has_object


def _ends_as_question(verb: Token) -> bool:
    """Return whether a sentence ends with `?` and says *you* nowhere after a verb."""
    tokens = verb.segment
    for place in range(verb.index + 1, len(tokens)):
        token = tokens[place]
        if token.form in STOPS:
            return token.form == "?"
        if token.feats.get("Person") == "2" and token.feats.get("Poss") != "Yes":
            return False  # Said she saw you?
    return False


def _is_forbidden(token: Token) -> bool:
    """Return whether *don't* is before a verb, whatever the parse has for a subject.

    In *Don't you know it?* the subject is between the two.
    """
    return any(
        child.feats.get("Mood") == "Imp"
        and ud.relation(child) == "aux"
        and not any(
            child.index < other.index < token.index and ud.relation(other) == "nsubj"
            for other in token.children
        )
        for child in token.children
    )


def _may_be_base(token: Token) -> bool:
    """Return whether a verb may be a base form; a participle with an object is one: *loosen it*."""
    form = token.feats.get("VerbForm", "Inf")
    return form == "Inf" or (
        form == "Part" and any(ud.relation(child) == "obj" for child in token.children)
    )


def _is_bare(token: Token) -> bool:
    return token.form.casefold() == token.lemma.casefold()


def opening(token: Token) -> int:
    """Return the place of the first word of a word's sentence, list numbers left out."""
    place = token.index
    while place > 0 and not opens(token.segment, place):
        place -= 1
    return place


def opens(tokens: Tokens, place: int) -> bool:
    """Return whether a word opens its clause: the first word, or one after a mark or *and*."""
    before = tokens[place - 1] if place else None
    return before is None or before.upos in ud.OPENERS or before.form.endswith((".", ")"))


def is_unread_command(token: Token) -> bool:
    """Return whether a word is an English command that the analysis takes for a noun.

    A singular noun does not open a clause with a determiner, a pronoun or a preposition right
    after it; a command does: *Hammer the pegs*, *Practise at home*. Analyzers that know
    no commands need this; the English pack's own finds those before a determiner or pronoun.
    """
    behind = token.index + 1
    return (
        token.upos in UNREAD
        and opens(token.segment, token.index)
        and token.feats.get("Number") != "Plur"
        and behind < len(token.segment)
        and token.segment[behind].upos in AFTER_COMMANDS
    )


def _bare_be(token: Token) -> Token | None:
    """Return the base form of the copula or passive auxiliary of a word's clause: *be* careful."""
    head = clause_head(token)
    return next(
        (
            child
            for child in head.children
            if child.deprel in {"cop", "aux:pass"}
            and child.feats.get("VerbForm") == "Inf"
            and child.form.casefold() == child.lemma.casefold()
        ),
        None,
    )


def is_command_beside(site: TokenContext, other: TokenContext) -> bool:
    """Return whether a source word that is taken for a noun is a command next to a target's.

    It is one by what follows it, or by opening its sentence where the target word, which does
    so too, has a command's mood: *Avoid coffee* – *Evite el café*. A conjunctive, which may be a
    wish's or a mistake, must open the text: *Evite café*.
    """
    if is_unread_command(other.word):
        return True
    mood = site.word.feats.get("Mood")
    is_commanding = mood == "Imp" or (
        mood == "Sub"
        and site.token == _first_word(site.tokens)
        and other.token == _first_word(other.tokens)
    )
    return (
        is_commanding
        and other.word.upos in UNREAD
        and other.word.feats.get("Number") != "Plur"
        and opens(other.tokens, other.token)
    )


def _first_word(tokens: Tokens) -> int:
    """Return the place of the first word but for marks, list numbers and *please*; 0 if none is."""
    kinds = present(tokens.upos, "pos")
    places = (k for k, form in enumerate(tokens.forms) if form[0].isalpha() and kinds[k] != "INTJ")
    return next(places, 0)


def _has(site: TokenContext, patterns: tuple[Pattern, ...]) -> bool:
    document, segment = site.document, site.segment
    places = (
        TokenContext(document, "source", segment, k) for k in range(len(document.source[segment]))
    )
    return any(pattern.matches(place) for place in places for pattern in patterns)
