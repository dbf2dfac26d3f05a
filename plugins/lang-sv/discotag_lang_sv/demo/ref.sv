Har du packat tältet?
Ja, det har jag. Det ligger i bilen.
Och lampan? Den var trasig i fjol.
Jag lagade den i går.
Tar du med dig din gitarr?
Nej, den är för stor för bilen.
Sjön är kall i maj.
Den var varm förra sommaren.
Minns du den gamla bron?
De stängde den efter stormen.
God morgon. Hur kan jag hjälpa er?
Min surfplatta startar inte.
Laddade ni batteriet?
Ja, det gjorde jag. Det är fullt.
Håll in knappen i tio sekunder.
Skärmen är svart, men plattan ger ifrån sig ett ljud.
Då är era filer i säkerhet.
Skickar ni mig en ny surfplatta?
Ja. Ni får den på måndag.
Tack för ert tålamod.
