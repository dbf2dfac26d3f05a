Spakowałeś namiot?
Tak, mam. Ona jest w samochodzie.
A lampa? On był zepsuty w zeszłym roku.
Naprawiałem go wczoraj.
Czy weźmie pan swoją gitarę?
Nie, on jest za duży do samochodu.
Jezioro jest w maju zimne.
Było ciepło zeszłego lata.
Czy pamięta pan stary most?
Zamknęli ją po burzy.
Dzień dobry. W czym mogę ci pomóc?
Mój tablet się nie włącza.
Czy ładowałeś baterię?
Zrobiłem. Jest pełny.
Proszę przytrzymać przycisk przez dziesięć sekund.
Ekran jest czarny, ale tablet wydaje dźwięk.
Wtedy twoje pliki są bezpieczne.
Czy wyślą mi państwo nowy tablet?
Tak. Otrzymasz to w poniedziałek.
Dziękuję panu za cierpliwość.
