Har du packat tältet?
Ja, det har jag. Det ligger i bilen.
Och lampan? Det var trasigt i fjol.
Jag har reparerat det i går.
Kommer ni att ta med er gitarr?
Nej, det är för stort för bilen.
Sjön är kall i maj.
Det var varmt förra sommaren.
Minns ni den gamla bron?
De stängde det efter stormen.
God morgon. Hur kan jag hjälpa dig?
Min tablet startar inte.
Har du laddat batteriet?
Jag gjorde. Den är full.
Håll in knappen i tio sekunder.
Skärmen är svart, men plattan ger ifrån sig ett ljud.
Då är dina filer i säkerhet.
Skickar ni mig en ny surfplatta?
Ja. Du kommer att få det på måndag.
Tack för ert tålamod.
