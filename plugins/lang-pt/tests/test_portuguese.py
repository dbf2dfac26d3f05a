"""The Portuguese pack conforms: tables, properties, stop words and examples."""

import pytest

from discotag.plugin import Registry, discover
from discotag_dev.conformance import PackConformance
from discotag_dev.packs import PackTagger


class TestPortuguese(PackConformance):
    package = "discotag_lang_pt"
    some_stop_words = frozenset({"você", "nas", "-lhe", "tinham", "embora"})


@pytest.mark.parametrize(
    ("code", "tables"), [("pt-pt", "data/formality.toml"), ("pt-br", "data/pt-br/formality.toml")]
)
def test_a_variety_has_its_table_of_address_and_the_common_pronouns(code, tables):
    registry = Registry(discover())
    assert registry.table(code, "formality").path.as_posix().endswith(tables)
    assert registry.table(code, "pronouns").path.as_posix().endswith("data/pronouns.toml")


@pytest.mark.parametrize(("code", "label"), [("pt", "v"), ("pt-pt", "v"), ("pt-br", "t")])
def test_what_voce_means_depends_on_the_country(code, label):
    tagger = PackTagger(code, ("formality",))
    marks = tagger.marks(["You are late."], ["Você está atrasado."], "formality")
    assert [name for name, _ in marks] == [f"0 Você {label}"]


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        (
            ["Do you have a ticket, sir?", "Your train is late."],
            ["O senhor tem bilhete?", "Seu trem está atrasado."],
            ["0 senhor v", "1 Seu v"],
        ),
        (
            ["Do you have a ticket?", "Your train is late."],
            ["Você tem bilhete?", "Seu trem está atrasado."],
            ["0 Você t", "1 Seu t"],
        ),
        (
            ["Dear Ms Braga, your parcel is here.", "Call us."],
            ["Prezada senhora Braga, a sua encomenda chegou.", "Ligue para nós."],
            ["0 sua v", "1 Ligue v"],
        ),
        (
            ["— Would you like tea, sir?", "— Yes. You cleaned well.", "— Here is your tea."],
            ["— O senhor quer chá?", "— Sim. Você limpou bem.", "— Aqui está o seu chá."],
            ["0 senhor v", "1 Você t", "2 seu v"],
        ),
        (
            ["Mr Braga called.", "Your train is late."],
            ["O senhor Braga ligou.", "Seu trem está atrasado."],
            ["1 Seu t"],
        ),
        (
            ["Would you like a coffee?", "Don't like it? Bring it back.", "He did not like it."],
            ["O senhor quer um café?", "Não gostou? Traga de volta.", "Não gostou."],
            ["0 senhor v", "1 gostou v", "1 Traga v"],
        ),
        (
            ["Never leave the machine alone.", "Not sure which size you need?"],
            ["Nunca se afaste da máquina.", "Está em dúvida sobre o tamanho?"],
            ["0 se t", "0 afaste t", "1 Está t"],
        ),
        (
            ["Look up.", "Don't forget the key.", "They forgot it."],
            ["Olhem para cima.", "Não se esqueçam da chave.", "Esqueceram."],
            ["0 Olhem t", "1 se t", "1 esqueçam t"],
        ),
        (["Let us know if it rains."], ["Avise-nos se chover."], ["0 Avise t"]),
        (["Swipe left to skip."], ["Deslize para a esquerda para pular."], ["0 Deslize t"]),
        (["Sorry, I forgot."], ["Desculpa, esqueci."], ["0 Desculpa t"]),
    ],
    ids=[
        "o senhor",
        "você",
        "a call",
        "turns",
        "somebody who is spoken of",
        "a verb that follows",
        "a verb that follows a command",
        "to several people",
        "let us know",
        "names on both sides",
        "an excuse",
    ],
)
def test_in_brazil_the_third_person_goes_with_the_address_beside_it(source, target, expected):
    marks = PackTagger("pt-br", ("formality",)).marks(source, target, "formality")
    assert [name for name, _ in marks] == expected
