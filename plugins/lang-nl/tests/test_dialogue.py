"""Dutch dialogue of our own: whom a line addresses, and how."""

import pytest

from discotag_dev.packs import PackTagger

LINES = [
    ("Are you coming along tonight?", "Ga je vanavond mee?", "je:t"),
    ("Come here right now!", "Kom onmiddellijk hier!", ""),
    ("Give me your phone, please.", "Geef me je telefoon, alsjeblieft.", "je:t alsjeblieft:t"),
    ("Where are you going?", "Waar ga je heen?", "je:t"),
    ("Why don't you answer?", "Waarom antwoord je niet?", "je:t"),
    ("Don't worry.", "Maak je geen zorgen.", "je:t"),
    ("Have you eaten yet?", "Heb jij al gegeten?", "jij:t"),
    ("You are right.", "Je hebt gelijk.", "Je:t"),
    ("I believe that you don't understand it.", "Ik denk dat jij het niet begrijpt.", "jij:t"),
    ("I saw you yesterday.", "Ik heb jou gisteren gezien.", "jou:t"),
    ("Is this bike yours?", "Is deze fiets van jou?", "jou:t"),
    ("Mine is older than yours.", "De mijne is ouder dan de jouwe.", "jouwe:t"),
    ("Look at yourself.", "Kijk naar jezelf.", "jezelf:t"),
    ("Do you want coffee?", "Wil je koffie?", "je:t"),
    ("Call your mother.", "Bel je moeder.", "je:t"),
    ("You were not here yesterday.", "Jij was er gisteren niet.", "Jij:t"),
    ("Could you help me?", "Zou je me kunnen helpen?", "je:t"),
    ("What would you have said?", "Wat zou jij gezegd hebben?", "jij:t"),
    ("Are you ready, children?", "Zijn jullie klaar, kinderen?", "jullie:t"),
    (
        "Where did you all leave your coats?",
        "Waar hebben jullie jullie jassen?",
        "jullie:t jullie:t",
    ),
    ("What do you want here?", "Wat willen jullie hier?", "jullie:t"),
    ("Did you get my message, sir?", "Hebt u mijn bericht gekregen, meneer?", "u:v"),
    ("Please come in.", "Komt u binnen.", "u:v"),
    ("Are you sure?", "Bent u zeker?", "u:v"),
    ("Wait a moment, please.", "Wacht u even, alstublieft.", "u:v alstublieft:v"),
    ("Can you help me?", "Kunt u mij helpen?", "u:v"),
    ("What is your name?", "Wat is uw naam?", "uw:v"),
    ("We thank you for your visit.", "Wij danken u voor uw bezoek.", "u:v uw:v"),
    ("Would you open the window?", "Zou u het raam willen openen?", "u:v"),
    ("You are mistaken.", "U vergist zich.", "U:v zich:v"),
    ("Is that car yours?", "Is die auto van u?", "u:v"),
    ("Take care of yourself.", "Zorgt u goed voor uzelf.", "u:v uzelf:v"),
    ("I do not know you.", "Ik ken u niet.", "u:v"),
    ("When do you leave, madam?", "Wanneer vertrekt u, mevrouw?", "u:v"),
    ("If you have time, call me.", "Als u tijd hebt, bel mij dan.", "u:v"),
    ("Your keys are on the table.", "Uw sleutels liggen op tafel.", "Uw:v"),
    ("I am coming tomorrow.", "Ik kom morgen.", ""),
    ("He goes home now.", "Hij gaat nu naar huis.", ""),
    ("They have made a mistake.", "Ze hebben zich vergist.", ""),
    ("She asked herself why.", "Zij vroeg zich af waarom.", ""),
    ("We are going to the cinema.", "Wij gaan naar de bioscoop.", ""),
    ("Does he know his brother?", "Kent hij zijn broer?", ""),
]


@pytest.fixture(scope="module")
def tagger():
    return PackTagger("nl", ("formality",))


@pytest.mark.parametrize(("english", "dutch", "expected"), LINES)
def test_a_line_is_addressed_as_its_words_say(tagger, english, dutch, expected):
    found = (place.split() for place, _ in tagger.marks([english], [dutch], "formality"))
    assert " ".join(f"{word}:{label}" for _, word, label in found) == expected
