Har du packat tältet?
Ja, jag har. Det är i bilen.
Och lampan? Den var trasig i fjol.
Jag lagade den i går.
Tar du med gitarren?
Nej, den är för stor för bilen.
I maj är sjön kall.
Den var varm förra sommaren.
Minns du den gamla bron?
De stängde bron efter stormen.
God morgon. Hur kan jag hjälpa er?
Min surfplatta startar inte.
Har ni laddat batteriet?
Ja, det gjorde jag. Det är fullt.
Tryck på knappen i tio sekunder.
Skärmen är svart, men den låter.
Då är era filer i säkerhet.
Skickar ni mig en ny surfplatta?
Ja. Ni får den på måndag.
Tack för ditt tålamod.
