"""The embedded analysis of English finds commands that its model takes for nouns."""

import pytest

from discotag_dev.packs import pack_analyzer


@pytest.fixture(scope="module")
def english():
    return pack_analyzer("discotag_lang_en")


def commands(english, text):
    (tokens,) = english.analyze([text])
    return [token.form for token in tokens if token.feats.get("Mood") == "Imp"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Grease the tray.", ["Grease"]),
        ("1. Peel the onions and slice them.", ["Peel", "slice"]),
        ("Chop two leeks.", ["Chop"]),
        ("Method two of the book works.", []),
        ("Empty your pockets and rinse it.", ["Empty", "rinse"]),
        ("Wash the plates and dry them well.", ["Wash", "dry"]),
        ("He said: \u201cHammer a nail in.\u201d", ["Hammer"]),
        ("– Oil the hinge.", ["Oil"]),
        ("Half the village came.", []),
        ("Today the shop is closed.", []),
        ("It was a second-team a coach had picked.", []),
        ("Peter the Great was tall.", []),
        ("Potatoes the size of a fist grew there.", []),
        ("We wash them and dry them.", []),
        ("If the lamp flickers, unplug the cable and wait.", ["unplug", "wait"]),
        ("When you arrive, ring the bell.", ["ring"]),
        ("In the evening, my uncle rings the bell.", []),
        ("As for me, I own a boat, own a car and sleep.", []),
        ("Peel, core and slice the apples.", ["Peel", "core", "slice"]),
        ("Stir well, cover, and leave to cool.", ["Stir", "cover", "leave"]),
        ("Boys, girls and dogs ran home.", []),
        ("Can you please print and post it?", []),
        ("Put the fish in the oven and bake it.", ["Put", "bake"]),
        ("The shop has no sign, so look for the queue.", ["look"]),
        ("They are poor and so require help.", []),
        ("Love this place.", []),
        ('Tap "Next" and wait.', ["Tap"]),
        ('Once the bar is full, tap "Next".', ["tap"]),
        ('The label "Next" means that it is full.', []),
        ("Swipe left to skip a song.", ["Swipe"]),
        ("Things left behind are sold.", []),
        ("Invite friends and earn points.", ["Invite", "earn"]),
        ("Adjust carefully.", ["Adjust"]),
        ("Season with salt.", ["Season"]),
        ("Clean carefully.", ["Clean"]),
        ("Clean rooms, great price.", []),
        ("Claim to Fame", []),
        ("EDIT: the shop has moved.", []),
        ("They told us to “run on it”.", []),
        ("Sure, but hurry up.", ["hurry"]),
        ("And bring tea, will you?", ["bring"]),
        ("I like to read and run.", []),
        ("If you get tired, stop.", ["stop"]),
        ("Lower the heat.", ["Lower"]),
        ("In a large pot, fry the garlic.", ["fry"]),
        ("Shut up and listen.", ["Shut", "listen"]),
        ("Put the kettle on.", ["Put"]),
        ("Set in 1950, the play has two acts.", []),
        ("Slow down, the road is wet.", ["Slow"]),
        ("Hand in your essays by noon.", ["Hand"]),
        ("Peel the potatoes and boil them in salted water.", ["Peel", "boil"]),
    ],
)
def test_commands_are_found(english, text, expected):
    assert commands(english, text) == expected
