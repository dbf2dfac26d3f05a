Spakowałeś namiot?
Tak, namiot jest w samochodzie.
A lampa? W zeszłym roku była zepsuta.
Naprawiłem ją wczoraj.
Weźmiesz gitarę?
Nie, ona jest za duża do samochodu.
W maju jezioro jest zimne.
Zeszłego lata było ciepłe.
Pamiętasz stary most?
Po burzy go zamknęli.
Dzień dobry. W czym mogę panu pomóc?
Mój tablet nie działa.
Czy naładował pan baterię?
Tak. Jest pełna.
Proszę przytrzymać przycisk przez dziesięć sekund.
Ekran jest czarny, ale wydaje dźwięk.
W takim razie pana pliki są bezpieczne.
Czy wyślą mi państwo nowy tablet?
Tak. Dostanie go pan w poniedziałek.
Dziękuję ci za cierpliwość.
