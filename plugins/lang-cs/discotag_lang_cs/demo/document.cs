Sbalil jsi stan?
Ano, mám. Je v autě.
A lampa? Loni byla rozbitá.
Včera jsem ji opravil.
Vezmeš s sebou kytaru?
Ne, ta je do auta moc velká.
V květnu je jezero studené.
Minulé léto bylo teplé.
Pamatuješ si starý most?
Zavřeli ho po bouřce.
Dobré ráno. Jak vám mohu pomoci?
Můj tablet nefunguje.
Nabil jste baterii?
Ano. Je plná.
Podržte prosím tlačítko deset sekund.
Displej je černý, ale vydává zvuk.
Pak jsou vaše soubory v bezpečí.
Pošlete mi nový tablet?
Ano. Dostanete ho v pondělí.
Děkuji ti za trpělivost.
