¿Estás libre el sábado?
Sí, y mi hermana también.
Entonces subamos hasta el lago y pasemos la noche en una tienda.
¿En qué tienda, en la tuya o en la mía?
La tuya es más grande.
Pero es vieja.
¿Todavía aguanta la lluvia?
Sí, la aguanta.
Llovió todo el verano, y dormí dos veces en esa tienda sin mojarme.
Bien, entonces trae tu tienda y yo llevaré el hornillo.
Siempre olvidas el hornillo.
¡No es verdad!
Lo olvidaste el año pasado, y sin hornillo comimos la sopa fría.
Esta vez el hornillo ya está en mi bolsa.
Revísalo antes de salir, porque hacía un ruido extraño.
¿Y el mapa?
Se lo presté a tu hermana.
Seguro que lo ha perdido.
Prometió que no lo perdería.
Llámala y pídele que meta el mapa en su coche.
¿Conoces el sendero sin el mapa?
No, no lo conozco.
Cuando éramos niños, nuestro padre siempre llevaba el mapa.
Conocía todos los senderos y nos los dibujaba.
¿Todavía tienes sus dibujos?
Mi hermana tiene algunos.
Deben de ser preciosos.
Lo son, y algún día los verás.
El sábado por la noche hará frío, así que lleva dos mantas.
Solo tengo una.
Entonces lleva la mía; nunca la uso.
Si nieva sobre la tienda, lo lamentarás.
No lo lamentaré.
Trae el hornillo, el mapa y tu buen humor, y no te equivoques de sendero.
La vieja pasarela sobre el Arle reabrirá el lunes, anunció el jueves el concejo municipal.
Estaba cerrada desde febrero, cuando una tormenta arrancó parte de la barandilla.
La tormenta duró dos días e inundó varias calles.
Los ingenieros inspeccionaron la pasarela en marzo y encontraron grietas en dos de sus pilares.
Advirtieron de que podía derrumbarse.
Al principio el concejo quería demolerla.
Los vecinos no querían.
Más de dos mil de ellos firmaron una petición en abril.
«Mi abuela cruzaba esta pasarela todas las mañanas», dijo Ruth Keller, que redactó la petición.
«Ella vendía pan en el mercado, y mi madre también.»
La petición llegó al concejo en mayo.
La leyeron en voz alta en una reunión pública y la debatieron hasta la medianoche.
Algunos concejales cambiaron de opinión; otros no.
Al final el concejo votó por reparar la pasarela.
Las reparaciones empezaron en junio y costaron menos de lo previsto.
Las de los pilares fueron las más largas.
Los obreros sustituyeron la barandilla por otra nueva de roble.
Es más ligera que la antigua y debería durar cincuenta años.
Llovió durante casi todo agosto, y las reparaciones se interrumpieron dos veces.
Terminaron la semana pasada.
«Ustedes nos pidieron que escucháramos, y escuchamos», dijo el jueves a los vecinos el alcalde, Daniel Osei.
«Vengan el lunes y traigan a sus hijos.»
La ceremonia empezará a las diez.
Será breve: el alcalde prometió no dar ningún discurso.
Keller dijo que ella cruzaría la primera.
Su madre, que tiene ochenta y seis años, dijo que ella también cruzaría.
El concejo planea además construir una segunda pasarela cerca de la escuela.
Sería más ancha que la primera y estaría abierta a las bicicletas.
Los ingenieros estudian el proyecto y lo presentarán en primavera.
Si el concejo lo aprueba, los vecinos podrán votar el diseño.
«Es bueno tener una pasarela», dijo Keller, «y es mejor tener dos.»
Al final de la calle del puerto había una tienda donde nadie compraba nada.
Su dueña, una anciana llamada Odile, reparaba relojes.
Colgaban de todas las paredes, y cada uno daba una hora distinta.
A Odile no le importaba.
Una tarde de invierno, mientras nevaba, una lechuza entró por la ventana abierta.
Se posó en el reloj más alto y la miró.
Era blanca, y una de sus alas sangraba.
«Estás herida», dijo Odile.
«No te muevas.»
La lechuza no se movió.
Odile sacó una llave del bolsillo y abrió un pequeño cajón.
Estaba lleno de vendas y tornillos.
Eligió la venda más suave y envolvió el ala con ella.
Aquella noche la lechuza durmió sobre el reloj, y la anciana durmió en su sillón.
Por la mañana algo había cambiado.
Los relojes daban la misma hora.
Odile los contó dos veces, porque estaba segura de que alguno se retrasaría.
Ninguno se retrasó.
«¿Has hecho tú esto?», preguntó a la lechuza.
Ella abrió un ojo y lo cerró de nuevo.
La noticia viajó deprisa, porque era un puerto pequeño.
Gente que nunca había entrado en la tienda venía a ver los relojes.
Un niño quería comprar uno.
Su padre no quería.
«Se parará en cuanto se vaya la lechuza», dijo.
«No se parará», respondió Odile.
Pero cuando llegó la primavera, el ala había sanado y la lechuza miraba el mar.
Odile abrió la ventana, como hacía todas las mañanas.
«Vete», dijo, «y vuelve si tienes frío.»
La lechuza se alejó volando sobre los barcos sin hacer ruido.
Por un momento todos los relojes callaron.
Luego empezaron a sonar de nuevo, cada uno a su hora, y la anciana se rio.
Hola, y gracias por ponerse en contacto con nosotros.
¿En qué puedo ayudarle?
Mi tableta ya no se enciende.
Ayer funcionaba, y luego instalé la actualización.
Lamento oír eso.
¿Está conectada al cargador?
Sí, lo está.
Por favor, pulse el botón de encendido durante diez segundos.
¿Se ilumina la pantalla cuando lo pulsa?
No, no se ilumina.
Pruebe otro cargador si lo tiene.
Tengo dos, y he probado los dos.
Entonces es probable que la batería de la tableta esté vacía.
Eso ocurre a veces después de una actualización.
Deje la tableta en el cargador una hora y no la toque.
Aquí es tarde; ¿puedo escribirle otra vez mañana?
Por supuesto que puede.
Buenos días, la tableta vuelve a funcionar.
Pero mis archivos han desaparecido.
Estaban en la carpeta llamada «Jardín».
Ahora está vacía.
¿Hizo usted una copia de seguridad de sus archivos antes de la actualización?
Creo que la hice.
Entonces sus archivos están a salvo.
Abra su cuenta y elija la copia de seguridad más reciente.
Veo tres.
La del domingo es la más grande.
Elija esa, y ella restaurará los archivos.
No apague la tableta mientras los copia.
¡Ha terminado, y están todos!
Tenía miedo de haberlos perdido.
No los ha perdido.
¿Quiere que la tableta haga una copia de seguridad cada noche?
Sí, lo quiero, gracias.
La primera copia de seguridad empezará esta noche, y sus archivos se copiarán en su cuenta.
Gracias por su paciencia, y disfrute de su tableta.
