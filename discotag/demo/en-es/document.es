¿Estás libre el sábado?
Sí, y mi hermana también.
Entonces vayamos andando hasta el lago y pasemos la noche en una tienda.
¿Qué tienda, la tuya o la mía?
La tuya es más grande.
Pero es vieja.
¿Sigue aguantando la lluvia?
Sí, la aguanta.
Llovió todo el verano, y en esa tienda dormí dos veces sin mojarme.
Bien, pues trae tu tienda y yo traigo el hornillo.
Siempre olvidas el hornillo.
¡No es verdad!
Lo hiciste el año pasado, y sin hornillo comimos sopa fría.
Esta vez ya tengo el hornillo en la bolsa.
Revísalo antes de salir, porque estaba haciendo un ruido raro.
¿Y el mapa?
Se lo presté a tu hermana.
Seguramente la ha perdido.
Prometió que no lo perdería.
Llámala y pídele que meta el mapa en su coche.
¿Te sabes el camino sin el mapa?
No, no lo conozco.
Cuando éramos niños, nuestro padre siempre llevaba el mapa.
Conocía todos los senderos y nos los dibujaba.
¿Todavía tienes sus dibujos?
Mi hermana tiene unos cuantos.
Deben de ser preciosos.
Lo son, y algún día los verás.
El sábado por la noche va a hacer frío, así que coge dos mantas.
Solo tengo una.
Entonces lleva la mía; nunca la uso.
Si nieva sobre la tienda, lo lamentarás.
No lo lamentaré.
Traiga el hornillo, el mapa y su buen humor, y no te equivoques de sendero.
La vieja pasarela sobre el Arle reabrirá el lunes, anunció el jueves el concejo municipal.
Llevaba cerrada desde febrero, cuando una tormenta arrancó parte de la barandilla.
La tormenta duró dos días y anegó varias calles.
Los ingenieros inspeccionaron la pasarela en marzo y encontraron grietas en dos de sus pilares.
Advirtieron de que podría venirse abajo.
Al principio el concejo quiso demolerla.
Los vecinos no querían.
Más de dos mil de ellos firmaron en abril una petición.
«Mi abuela cruzaba esta pasarela todas las mañanas», dijo Ruth Keller, que redactó la petición.
«Vendía pan en el mercado, y también mi madre.»
La petición llegó al concejo en mayo.
La leyeron en voz alta en una reunión pública y la debatieron hasta la medianoche.
Algunos concejales cambiaron de opinión; otros no.
Finalmente, el concejo votó a favor de reparar la pasarela.
Las reparaciones empezaron en junio y costaron menos de lo previsto.
Las de los pilares fueron las más largas.
Los obreros cambiaron la barandilla por otra nueva de roble.
Es más ligero que la antigua y debería durar cincuenta años.
Llovió durante casi todo agosto, y las reparaciones se interrumpieron dos veces.
Terminaron la semana pasada.
«Ustedes nos pidieron que escucháramos, y lo hicimos», dijo el alcalde, Daniel Osei, a los vecinos el jueves.
«Vengan el lunes y traigan a sus hijos.»
La ceremonia comenzará a las diez.
Será corta: el alcalde prometió no dar ningún discurso.
Keller dijo que ella cruzaría la primera.
Su madre, que tiene ochenta y seis años, dijo que lo haría también.
El concejo planea además construir una segunda pasarela cerca de la escuela.
Sería más ancha que la primera y podrían usarla las bicicletas.
Los ingenieros estudian el proyecto y lo presentarán en primavera.
Si el concejo lo aprueba, los vecinos podrán votar el diseño.
«Es bueno tener un puente», dijo Keller, «y es mejor tener dos.»
Al final de la calle del puerto había una tienda donde nadie compraba nada.
Su dueña, una anciana que se llamaba Odile, reparaba relojes.
Colgaban de todas las paredes, y cada uno daba una hora distinta.
A Odile no le importaba.
Una tarde de invierno, mientras nevaba, una lechuza entró por la ventana abierta.
Se posó en el reloj más alto y miró a la anciana.
Era blanca, y una de sus alas sangraba.
«Estás herida», dijo Odile.
«No te muevas.»
La lechuza no lo hizo.
Odile sacó una llave del bolsillo y abrió un cajoncito.
Estaba llena de vendas y tornillos.
Eligió la venda más suave y envolvió el ala con ella.
Esa noche la lechuza durmió sobre el reloj, y la anciana, en su sillón.
Por la mañana algo había cambiado.
Los relojes daban la misma hora.
Odile los contó dos veces, porque estaba segura de que alguno iría retrasado.
Ninguno se retrasó.
«¿Has sido tú?», le preguntó a la lechuza.
Ella abrió un ojo y lo cerró de nuevo.
La noticia viajó deprisa, porque era un puerto pequeño.
Gente que nunca había entrado en la tienda vino a ver los relojes.
Un niño quería comprar uno.
Su padre no quería.
«Se parará en cuanto se vaya la lechuza», dijo.
«No se parará», respondió Odile.
Pero cuando llegó la primavera, el ala había sanado y la lechuza estaba mirando el mar.
Odile abrió la ventana, como hacía todas las mañanas.
«Vete», dijo, «y vuelve si tienes frío.»
La lechuza se alejaba volando sobre los barcos sin hacer ruido.
Por un momento callaron todos los relojes.
Luego empezaron a sonar de nuevo, cada uno a su hora, y la anciana se rio.
Buenos días, y gracias por escribirnos.
¿En qué puedo ayudarle?
Mi tableta ya no se enciende.
Ayer funcionaba, y luego instalé la actualización.
Lamento oír eso.
¿Está conectada al cargador?
Sí, lo está.
Mantenga pulsado el botón de encendido durante diez segundos, por favor.
¿Se ilumina la pantalla cuando lo pulsa?
No, no se ilumina.
Pruebe con otro cargador si lo tiene.
Tengo dos, y he probado los dos.
Entonces es probable que la batería de la tableta esté vacía.
Eso pasa a veces después de una actualización.
Deje la tableta en el cargador durante una hora y no lo toque.
Aquí es tarde; ¿puedo escribirle otra vez mañana?
Por supuesto que puede.
Buenos días, la tableta vuelve a funcionar.
Pero mis archivos han desaparecido.
Estaban en la carpeta llamada «Jardín».
Ahora está vacía.
¿Ha hecho usted una copia de seguridad de sus archivos antes de la actualización?
Creo que la hice.
Entonces sus archivos están a salvo.
Abra su cuenta y elija la copia de seguridad más reciente.
Veo tres.
La del domingo es la más grande.
Elija esa, y ella restaurará los archivos.
No apague la tableta mientras esté copiándolos.
¡Ha terminado, y están todos!
Temía haberlos perdido.
No los ha perdido.
¿Desea que la tableta haga un respaldo cada noche?
Sí, lo quiero, gracias.
La primera copia de seguridad empezará esta noche, y sus archivos se copiarán en su cuenta.
Gracias por su paciencia, y disfruta de tu tableta.
