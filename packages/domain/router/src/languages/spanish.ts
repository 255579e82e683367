import { type LanguageTable, phrases, words } from './language-table.ts';

/** Spanish. */
export const spanish: LanguageTable = {
  code: 'es',
  greetings: phrases(
    'hola|buenos días|buenas tardes|buenas noches|buenas|buen día|qué tal|saludos|hola a todos',
  ),
  farewells: phrases(
    'adiós|chao|hasta luego|hasta mañana|hasta pronto|hasta la vista|nos vemos|que tengas|que tenga|eso es todo|es todo|nada más|no importa|olvídalo|déjalo',
  ),
  thanks: phrases(
    'gracias|muchas gracias|mil gracias|te lo agradezco|se lo agradezco|te agradezco|muy agradecido',
  ),
  praise: phrases(
    'ok|vale|de acuerdo|entendido|entiendo|perfecto|genial|excelente|estupendo|muy bien|bien hecho|exacto|exactamente|correcto|eso es|me sirve|muy útil|fantástico|qué bien|buenísimo|fenomenal|maravilloso|tienes razón',
  ),
  corrections: phrases(
    'eso está mal|está mal|eso no es correcto|no es correcto|es incorrecto|incorrecto|no es eso|no era eso|quise decir|quería decir|me refería|no me refería|me has entendido mal|no me entendiste|no me has entendido|te equivocas|te equivocaste|se equivoca|no eso no|no me ayuda|eso no ayuda|no es lo que',
  ),
  fillers: words('ok vale sí no ah oh eh bueno pues entonces y pero ahora bien mira oye luego además'),
  interrogatives: phrases(
    'qué|quién|quiénes|cuál|cuáles|cómo|cuánto|cuánta|cuántos|cuántas|dónde|adónde|cuándo es|cuándo fue|cuándo será|cuándo empieza|cuándo sale|cuándo tengo|cuándo llega|por qué|a qué|de qué|en qué|para qué|con quién|de quién|de dónde|a dónde|sabes|sabe usted|conoces|hay algún|hay alguna|tienes|es posible|puedo|debo',
  ),
  notInterrogatives: phrases(
    'qué bonito|qué bonita|qué bien|qué lindo|qué pena|que sí|que no|que tengas|como te dije|como dije',
  ),
  auxiliaries: words('está están es son has ha han hay'),
  subjects: words('él ella ellos ellas usted tú esto eso'),
  politeRequests: phrases(
    'puedes|podrías|puede usted|podría|podrían|por favor|quiero que|me gustaría que|quisiera|quiero|me gustaría|necesito|tengo que|ayúdame a|ayúdeme a|me puedes|me podrías|me puede|me podría|te importaría',
  ),
  needs: phrases(
    'necesito|necesitamos|quiero|quisiera|me gustaría|busco|estoy buscando|me hace falta|ayúdame|ayúdeme|me interesa',
  ),
  problems: phrases(
    'no funciona|no me funciona|no va|está roto|está rota|un error|un problema|problemas con|se ha roto|se rompió|no abre|no arranca|perdí|he perdido|me robaron|me han robado',
  ),
  actVerbs: words(
    'recuérdame recordarme reserva reservar reserve resérvame pide pedir pídeme añade añadir agrega agregar borra borrar elimina eliminar envía enviar envíame manda mandar pon poner ponme enciende encender apaga apagar abre abrir cierra cerrar inicia iniciar parar detén reproduce reproducir compra comprar cómprame cancela cancelar cambia cambiar llama llamar busca buscar búscame guarda guardar actualiza actualizar instala instalar programa programar agenda agendar escribe escribir crea crear anota anotar despiértame imprime paga pagar mueve encuentra encontrar haz hacer sube baja revisa revisar comprueba comprobar verifica verificar transfiere transferir ejecuta ejecutar descarga descargar bloquea bloquear desbloquea reenvía reenviar avísame avisar avísale responde responder contesta copia copiar comparte compartir imprimir renombra renombrar mover confirma confirmar devuelve devolver activa activar desactiva desactivar aumenta aumentar reduce despliega súbeme',
  ).concat(phrases('olvida todo|olvida lo|olvida eso|olvida esto|olvida a|olvida que|olvida mi|olvídate de')),
  answerVerbs: phrases(
    'dime|dígame|decirme|decir|explica|explícame|explicar|explicarme|cuéntame|contarme|muéstrame|mostrarme|enséñame|describe|traduce|traducir|dame|darme|lista|saber|entender|resume|resumir|compara|calcula|calcular|recomienda|recomiéndame|recomendarme|nombra',
  ),
  references: phrases(
    'dijiste|me dijiste|has dicho|usted dijo|mencionaste|la última vez|última vez|hablamos|habíamos hablado|como dije|como te dije|te dije|te conté|te acuerdas|recuerdas|se acuerda|el otro día|lo que hablamos|antes dijiste|comentaste|te he dicho',
  ),
  remember: phrases(
    'recuerda que|recuerde que|acuérdate|acuérdese|no olvides|no te olvides|no olvide|ten en cuenta|tenga en cuenta|toma nota|apunta que|anota que|para que sepas|que sepas que|recuérdalo|recuerda esto|tenlo en cuenta|ten eso en cuenta|tenlo presente|ten presente|tenlo en mente|ten en mente|no lo olvides|no lo olvide|apúntalo|anótalo',
  ),
  keptThings: phrases('lista|listas|recordatorio|recordatorios|foco|enfoque'),
  keptBefore: phrases(
    'mi|mis|nuestro|nuestra|nuestros|nuestras|tengo|tengo algún|tengo alguna|tengo algunos|tengo un',
  ),
  keptAfter: phrases('tengo|tenemos|hay|quedan|están pendientes|he puesto'),
  keptWhole: phrases(
    'hay recordatorios|hay algún recordatorio|la lista de la compra|la lista de compras|la lista del súper|la lista de tareas|me estoy concentrando|me estoy enfocando|me estoy centrando|tu decisión|tus decisiones|tu última decisión|tus últimas decisiones|su última decisión|sus últimas decisiones|por qué respondiste|por qué has respondido|por qué contestaste|por qué has contestado|por qué dijiste|por qué has dicho|por qué hiciste|por qué has hecho|por qué elegiste|por qué decidiste|por qué respondió|qué has estado haciendo',
  ),
  anaphora: words('eso esto aquello ese esa esos esas este esta estos estas él ella ellos allí mismo'),
  secondPerson: words('tú tu tus te ti usted ustedes su vos eres'),
  everyone: phrases('alguien|todos|todas|gente|chicos|alguno de ustedes|alguno de vosotros'),
  declaratives: words(
    'yo mi mis nosotros nuestro nuestra él ella ellos es son era soy estoy está están tengo tiene tenemos he ha vivo vive fui me gusta llamo llama',
  ),
  stopWords: words(
    'el la los las un una unos unas y e o u pero si no ni que como de del a al en con sin por para sobre entre desde hasta hacia según durante antes después yo me mi mis mí tú tu tus te ti él ella ello lo le les se su sus nosotros nos nuestro nuestra ellos ellas usted ustedes este esta esto estos estas ese esa eso esos esas aquel aquella aquello es son era eran soy eres somos fue ser sido estoy estás está estamos están estar he has ha hemos han había haber hay tengo tienes tiene tienen tener hago hace hacer puedo puedes puede podrías podría quiero quisiera gustaría qué quién cuál cómo cuánto dónde cuándo muy más menos mucho mucha muchos poco también ya aún todavía sí aquí ahí allí ahora luego entonces algo nada todo toda todos todas otro otra cosa favor ok vale bien porque',
  ),
};
