import { phrases, type ThoughtTable } from './thought-table.ts';

const askable = phrases('por qué|cómo|qué|si|dónde|quién|cuándo|cuál|cuáles|cuánto|cuántos|cuánta');

/** Spanish. */
export const spanish: ThoughtTable = {
  code: 'es',
  disagrees: phrases(
    'no estoy de acuerdo|no estamos de acuerdo|en desacuerdo|discrepo|no me convence|no estoy convencido|no estoy convencida|no estoy seguro de|no estoy segura de|no es verdad|no es cierto|es falso|falso|te equivocas|estás equivocado|estás equivocada|se equivoca|al contrario|todo lo contrario|tonterías|no tiene sentido|mala idea|no es buena idea|lo dudo|dudo que|me opongo|estoy en contra',
  ),
  opposes: phrases('no creo|no pienso|no me parece|yo no diría|no diría|no me gusta|no quiero|no lo veo'),
  no: phrases('no|nop|para nada|falso'),
  counters: phrases(
    'pero|sin embargo|sí pero|vale pero|ok pero|ya pero|bueno pero|cierto pero|por otro lado|en cambio',
  ),
  noDenial: phrases(
    'no gracias|no hay problema|no pasa nada|no te preocupes|no es mala idea|no está mal|nada mal|no estoy en desacuerdo|no discrepo|no me opongo|no estoy en contra|no solo|no sólo|por qué no|o no|si no|no olvides|no puedo esperar|ni idea|no tengo idea|no tengo ni idea|no importa|no hace falta|no hay de qué|no sé|no entiendo|no lo sé',
  ),
  not: phrases('no|nunca|ningún|ninguna|tampoco'),
  actually: phrases('en realidad|de hecho|la verdad'),
  turns: phrases('es en realidad|son en realidad|era en realidad|es de hecho'),
  agrees: phrases(
    'de acuerdo|acuerdo|me encanta|encanta|me gusta|gusta|bien|bueno|buena|genial|verdad|cierto|razón|funciona|interesante|perfecto',
  ),
  unknowing: phrases(
    'no sé|no lo sé|no entiendo|no lo entiendo|no estoy seguro|no estoy segura|no recuerdo|no veo|no conozco|no he visto|no he oído|no comprendo',
  ),
  ownState: phrases('no tengo|no tenemos|no he|no hemos|no había|no tenía|no estaba|no estoy'),
  fails: phrases(
    'no funciona|no carga|no abre|no arranca|no encuentro|no responde|no conecta|no se abre|no va',
  ),
  subordinates: phrases('porque|si|cuando|que|quien|aunque|como|donde|mientras|hasta|desde|ya que'),
  joins: phrases('pero|y|sino'),
  feelings: phrases(
    'gracias|me encanta|increíble|feliz|contento|contenta|hermoso|hermosa|felicidades|enhorabuena|guau|wow|perdón|lo siento|espero|ojalá|triste',
  ),
  praise: phrases('bien|bueno|buena|genial|divertido|bonito|bonita|mejor|interesante|chulo|guay'),
  laughter: phrases('jaja|jajaja|jajajaja|lol|jeje|haha'),
  swearing: phrases('mierda|joder|coño|hostia|idiota|idiotas|carajo|maldito|maldita'),
  asks: phrases(
    'por qué|qué es|qué son|qué hace|qué hago|qué pasa|qué significa|qué tal|qué piensas|qué opinas|cómo|dónde está|dónde están|dónde puedo|dónde se|quién es|quién sabe|quién tiene|cuándo|cuál es|cuáles son|cuánto|cuánta|cuántos|cuántas|alguien sabe|alguien puede|alguien tiene|puedes|puede alguien|podrías|podría|sabes si|sabéis|hay alguna|hay algún|hay alguien|tienes|puedo|debería',
  ),
  leads: phrases('y|pero|entonces|pues|ok|vale|bueno|oye|hola|también|sí|no|ahora|hmm|eh|perdón'),
  seeks: phrases(
    'cómo puedo|cómo hago|cómo se|dónde puedo|qué debo|qué hago|puedo|debería|puedes|podrías|podría alguien|alguien sabe|alguien puede|alguien tiene|qué piensas|qué opinas|sabes si',
  ),
  wonders: [
    ...[
      'me pregunto',
      'me preguntaba',
      'no sé',
      'ni idea',
      'no estoy seguro',
      'no estoy segura',
      'no entiendo',
      'dime',
      'quiero saber',
      'quisiera saber',
      'me gustaría saber',
    ].flatMap((start) => askable.map((word) => `${start} ${word}`)),
    ...phrases(
      'curioso por|curiosa por|tengo curiosidad|estoy confundido|estoy confundida|confuso|confusa|no lo entiendo|no entiendo',
    ),
  ],
  basicAsks: phrases('qué|cómo|por qué'),
  insights: phrases(
    'idea|ideas|y si|qué tal si|me di cuenta|me he dado cuenta|me doy cuenta|acabo de entender|se me ocurre|se me ocurrió|ahora entiendo',
  ),
  noInsight: phrases('ni idea|no tengo idea|no tengo ni idea|alguna idea|tienes idea'),
  connections: phrases(
    'conexión|relación con|relacionado con|relacionada con|se relaciona|vinculado|vinculada|conecta con|me recuerda a|tiene que ver con',
  ),
};
