Spakowałeś namiot?
Tak, spakowałem. Jest w samochodzie.
A lampa? W zeszłym roku była zepsuta.
Naprawiłem ją wczoraj.
Weźmiesz swoją gitarę?
Nie, ona jest za duża do samochodu.
Jezioro jest w maju zimne.
Zeszłego lata było ciepłe.
Pamiętasz stary most?
Zamknęli go po burzy.
Dzień dobry. W czym mogę panu pomóc?
Mój tablet się nie włącza.
Czy naładował pan baterię?
Tak, naładowałem. Jest pełna.
Proszę przytrzymać przycisk przez dziesięć sekund.
Ekran jest czarny, ale tablet wydaje dźwięk.
W takim razie pana pliki są bezpieczne.
Czy wyślą mi państwo nowy tablet?
Tak. Dostanie go pan w poniedziałek.
Dziękuję panu za cierpliwość.
