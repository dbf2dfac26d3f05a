Sbalil jsi stan?
Ano, sbalil. Je v autě.
Včera jsem ho opravil.
Opravoval jsem ho včera.
Vezmete si svou kytaru?
Ne, je příliš velký pro auto.
Jezero je v květnu studené.
To bylo teplé minulé léto.
Pamatujete si starý most?
Zavřeli ji po bouři.
Dobré ráno. Jak ti mohu pomoci?
Můj tablet se nezapíná.
Nabíjel jsi baterii?
Udělal jsem. Je plný.
Podržte prosím tlačítko deset sekund.
Obrazovka je černá, ale tablet vydává zvuk.
Pak jsou tvé soubory v bezpečí.
Pošlete mi nový tablet?
Ano. Obdržíte to v pondělí.
Děkuji ti za trpělivost.
