Sbalil jsi stan?
Ano, sbalil. Je v autě.
A lampa? Loni byla rozbitá.
Včera jsem ji opravil.
Vezmeš si svou kytaru?
Ne, ta je do auta moc velká.
Jezero je v květnu studené.
Minulé léto bylo teplé.
Pamatuješ si starý most?
Po bouři ho zavřeli.
Dobré ráno. Jak vám mohu pomoci?
Můj tablet se nezapíná.
Nabil jste baterii?
Ano, nabil. Je plná.
Podržte prosím tlačítko deset sekund.
Obrazovka je černá, ale tablet vydává zvuk.
Pak jsou vaše soubory v bezpečí.
Pošlete mi nový tablet?
Ano. Dostanete ho v pondělí.
Děkuji vám za trpělivost.
