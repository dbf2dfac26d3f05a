¿Está usted libre el sábado?
Yo soy, y mi hermana también es.
Entonces caminemos hasta el lago y pasemos la noche en una tienda de campaña.
¿Qué tienda, la suya o la mía?
El suyo es más grande.
Sin embargo, es viejo.
¿Todavía lo protege de la lluvia?
Lo hace.
Llovía todo el verano, y dormí en esa carpa dos veces sin mojarme.
Bien, entonces traiga su carpa y yo traeré la estufa.
Siempre olvidas la cocina.
¡Yo no!
Usted lo hizo el año pasado, y sin una estufa comíamos sopa fría.
Esta vez la estufa ya está en mi bolsa.
Revíselo antes de salir, porque estaba haciendo un ruido extraño.
¿Y el plano?
La presté a su hermana.
Probablemente la ha perdido.
Ella prometió que no lo haría.
Llámela y pídale que ponga el plano en su coche.
¿Conoce el camino sin el mapa?
No, no lo hago.
Cuando fuimos niños, nuestro padre siempre llevó el plano.
Conoció cada camino, y solía dibujarlas para nosotros.
¿Todavía tiene sus dibujos?
Mi hermana tiene algunas.
Ellas deben ser hermosas.
Lo son, y usted las verá algún día.
El sábado por la noche hará frío, así que lleva dos mantas.
Solo tengo uno.
Entonces tome el mío; nunca lo uso.
Si nieva sobre la carpa, usted lo lamentará.
No lo haré.
Traiga la estufa, el plano y su buen humor, y no tome el camino equivocado.
El viejo puente peatonal sobre el Arle reabrirá el lunes, anunció el ayuntamiento el jueves.
Había estado cerrado desde febrero, cuando una tormenta arrancó parte de la barandilla.
El temporal duraba dos días e inundaba varias calles.
Los ingenieros inspeccionaron el puente en marzo y encontraron grietas en dos de sus pilares.
Advirtieron que podría colapsar.
Al principio el consejo quiso demolerlo.
Los residentes no lo hicieron.
Más de dos mil de ellas firmaron una petición en abril.
«Mi abuela cruzó este puente peatonal cada mañana», dijo Ruth Keller, quien escribió la solicitud.
«Ella vendió pan en el mercado, y así lo hizo mi madre.»
La solicitud llegó al consejo en mayo.
Fue leído en voz alta en una reunión pública, y fue discutido hasta la medianoche.
Algunos concejales cambiaron de opinión; otros no lo hicieron.
Al final el ayuntamiento votó reparar la pasarela.
Los arreglos comenzaron en junio y costaron menos de lo esperado.
Aquellos a los pilares tomaron el mayor tiempo.
Los trabajadores reemplazaron el pasamanos por uno nuevo hecho de roble.
Él es más ligero que el viejo y debería durar cincuenta años.
Llovía durante la mayor parte de agosto, y los arreglos pararon dos veces.
Ellos fueron terminados la semana pasada.
«Tú nos pediste que escucháramos, y lo hicimos», dijo el alcalde, Daniel Osei, a los residentes el jueves.
«Ven el lunes y trae a tus hijos.»
La ceremonia empezará a las diez.
Será breve: el alcalde prometió no dar ningún discurso.
Keller dijo que él cruzaría primero.
Su madre, que tiene ochenta y seis años, dijo que lo haría también.
El ayuntamiento también planea construir un segundo puente peatonal cerca de la escuela.
Sería más ancho que el primero y abierto a las bicicletas.
Los ingenieros estudian el proyecto y lo presentarán en primavera.
Si el consejo lo aprueba, los residentes podrán votar sobre el diseño.
«Es bueno tener un puente», dijo Keller, «y es mejor tener dos.»
Al final de la calle del puerto hubo un comercio donde nadie compró nada.
Su propietario, una anciana llamada Odile, reparó relojes.
Ellas colgaban en cada pared, y todas decían una hora diferente.
A Odile no le importó.
Una tarde de invierno, mientras nevó, un búho entró por la ventana abierta.
Aterrizó en el reloj más alto y lo miró.
Era blanco, y una de sus alas estaba sangrando.
«Está usted herido», dijo Odile.
«No se mueva.»
El búho no lo hizo.
Odile tomó una llave de su bolsillo y abrió una pequeña gaveta.
Estaba lleno de vendajes y tornillos.
Eligió el vendaje más suave y envolvió el ala en él.
Esa noche el mochuelo durmió en el reloj, y la vieja durmió en su silla.
Por la mañana algo cambió.
Los relojes dieron la misma hora.
Odile las contó dos veces, porque estuvo segura de que una de ellas llegaría tarde.
Ninguno fue.
«¿Hizo usted esto?», preguntó al búho.
Él abrió un ojo y la cerró de nuevo.
Las noticias viajaron rápido, porque era un puerto pequeño.
Personas que nunca entraron en la tienda vinieron a ver los relojes de pared.
Un niño quiso comprar una.
Su padre no lo hizo.
«Se detendrá tan pronto como el búho se vaya», dijo.
«No lo hará», respondió Odile.
Pero cuando llegó la primavera, el ala se curó, y el búho miró el mar.
Odile abrió la ventana, como hizo cada mañana.
«Vaya», dijo, «y vuelva si tiene frío.»
El mochuelo voló lejos sobre los barcos sin un sonido.
Por un momento todos los relojes de pared estuvieron en silencio.
Luego empezaron a sonar de nuevo, cada uno a su hora, y la anciana se rio.
Hola, y gracias por contactarnos.
¿Cómo puedo ayudarte?
Mi tablet ya no se enciende.
Ayer funcionó, y luego instalé la actualización.
Lamento oír eso.
¿Está conectado al cargador?
Lo es.
Por favor, presiona el botón de encendido durante diez segundos.
¿Se enciende la pantalla cuando la presionas?
No lo hace.
Prueba otro cargador si tienes uno.
Tengo dos, y he probado ambos.
Entonces la pila de la tablet probablemente está vacía.
Eso ocurre a veces después de una actualización.
Deja la tablet en el cargador durante una hora, y no lo toques.
Es tarde aquí, así que ¿puedo escribirte otra vez mañana?
Por supuesto que puedes.
Buenos días, la tablet está funcionando de nuevo.
Pero mis ficheros han desaparecido.
Ellas estaban en la carpeta llamada «Jardín».
Está vacío ahora.
¿Hiciste un respaldo de tus archivos antes de la actualización?
Creo que lo hice.
Entonces tus ficheros están seguros.
Abre tu cuenta y elige el respaldo más reciente.
Puedo ver tres.
El del domingo es el más grande.
Elija ese, y él restaurará los ficheros.
No apagues la tablet mientras las está copiando.
¡Ha terminado, y ellas están todas ahí!
Temí haberlas perdido.
No lo has hecho.
¿Te gustaría que la tablet haga un respaldo cada noche?
Lo haría, gracias.
La primera copia empezará esta noche, y sus ficheros serán copiados en su cuenta.
Gracias por tu paciencia, y disfruta tu tablet.
