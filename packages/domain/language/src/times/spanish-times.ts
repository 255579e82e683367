import { countsOf, oneOf, setOf, type TimeTable } from './time-table.ts';

/** Spanish. */
export const spanishTimes: TimeTable = {
  code: 'es',
  months: [
    'ene(?:ro)?',
    'feb(?:rero)?',
    'mar(?:zo)?',
    'abr(?:il)?',
    'may(?:o)?',
    'jun(?:io)?',
    'jul(?:io)?',
    'ago(?:sto)?',
    'sep(?:t(?:iembre)?)?|setiembre',
    'oct(?:ubre)?',
    'nov(?:iembre)?',
    'dic(?:iembre)?',
  ],
  doubtful: 'mar|may|ago|abril|julio',
  monthAfter:
    'en|desde|hasta|de|del|durante|a|antes de|después de|para|por|este|pasado|próximo|principios de|mediados de|finales de|fines de',
  weekdays: ['domingos?', 'lunes', 'martes', 'mi[ée]rcoles', 'jueves', 'viernes', 's[áa]bados?'],
  afterDay: '(?:º)?\\s+(?:de\\s+)?',
  beforeYear: '\\s*,?\\s*(?:de\\s+|del\\s+(?:año\\s+)?)?',
  monthFirst: false,
  yearAfter: 'en|desde|hasta|durante|del|de|año|antes de|después de|en el|en el año',
  yearAlone: false,
  figures: '(\\d{1,2})/(\\d{1,2})(?:/(\\d{4}))?',
  units: {
    weekend: 'fin(?:es)? de semana|finde',
    day: 'd[ií]as?|noche',
    week: 'semanas?',
    month: 'mes(?:es)?',
    year: 'años?',
  },
  counts: countsOf('uno dos tres cuatro cinco seis siete ocho nueve diez once doce', { un: 1, una: 1 }),
  ago: { before: 'hace|hace unos|hace unas', after: 'atr[áa]s' },
  within: { before: 'dentro de|en', after: '' },
  last: { before: 'últim[oa]|pasad[oa]', after: 'pasad[oa]|anterior' },
  next: { before: 'próxim[oa]', after: 'próxim[oa]|que viene|que entra' },
  current: { before: 'est[ea]', after: '' },
  named: [
    ['ante\\s?ayer|antes de ayer', -2],
    ['ayer|anoche', -1],
    ['pasado mañana', 2],
    ['(?<!por la )(?<!de la )(?<!esta )(?<!la )mañana', 1],
    ['hoy|esta noche|esta mañana|esta tarde', 0],
  ],
  tense: {
    asks: /^(?:¿\s*)?(?:(?:a|con|de|desde|en|hasta|para|por)\s+)?(?:qué|que|quién|quiénes|quien|cuál|cuáles|cual|cuándo|cuando|dónde|donde|adónde|cuánt[oa]s?|cuant[oa]s?|cómo|como|por qué|dime|dígame|cuéntame|muéstrame|enséñame|recuérdame|lista|busca|he|has|ha|hemos|fui|fue|estuve|estaba|tenía|había)(?!\p{L})/u,
    opens: setOf(
      'que qué quien quién quiénes cuál cuáles cuando cuándo donde dónde adónde cuánto cuánta cuántos cuántas cómo como si porque',
    ),
    past: oneOf(
      'fui fuiste fue fuimos fuisteis fueron hice hiciste hizo hicimos hicieron dije dijiste dijo dijimos dijeron tuve tuviste tuvo tuvimos tuvieron estuve estuviste estuvo estuvimos estuvieron puse pusiste puso pusimos pusieron vine viniste vino vinimos vinieron vi viste vio vimos vieron di diste dio dimos dieron pude pudiste pudo pudimos pudieron supe supiste supo supimos supieron quise quisiste quiso traje trajiste trajo trajimos trajeron anduve anduvo hubo era eras éramos eran iba ibas íbamos iban había habías habíamos habían tenía tenías teníamos tenían vivía vivías vivíamos vivían hacía hacías hacíamos hacían decía decías decían sabía sabías sabían podía podías podían creía creías sentía sentías leía leías comía comías bebía bebías salía salías salían conocía conocías solía solías solían venía venías venían dormía parecía',
    ),
    weakPast:
      /^(?!(?:qué|porqué|café|té|sé|bebé|comité|existe|insiste|consiste|triste|chiste|resiste|asiste|desiste|así|aquí|ahí|allí|mí|sí|haré|diré|tendré|podré|saldré|vendré|querré|habré|sabré|pondré|cabré|valdré|habrán)$)(?!\p{L}+[aei]ré$)(?:\p{L}{2,}(?:aste|iste|asteis|isteis|aron|ieron|yeron|ió|yó|ó|é|í|imos|(?<!r)íamos)|\p{L}{2,}[aá]ba(?:s|mos|is|n)?)$/u,
    have: setOf('he has ha hemos habéis han'),
    be: new Set(),
    participle:
      /^(?:\p{L}+[aií]do|hecho|dicho|visto|puesto|escrito|vuelto|abierto|roto|muerto|cubierto|resuelto|impreso|frito|ido)$/u,
    moved: /^$/u,
    reflexive: new Set(),
    between: new Set(),
    ahead:
      /^(?:voy|vas|va|vamos|van|quiero|quieres|quiere|quisiera|puedo|puedes|puede|podría|podrías|debo|debes|debe|debería|deberías|favor|\p{L}{2,}(?:aré|eré|iré|arás|erás|irás|ará|erá|irá|aremos|eremos|iremos|arán|erán|irán|aríamos|eríamos|iríamos)|(?:ser|estar|tendr|podr|har|ir|deber|gustar|habr|querr|dir|vendr|saldr)ía[sn]?|haré|harás|hará|haremos|harán|tendré|tendrás|tendrá|tendremos|tendrán|habrá|será|serán|estará|estaré|irá|iré)$/u,
    present: oneOf(
      'es son soy eres somos estoy estás está estamos están tengo tienes tiene tenemos tienen hay hago haces hace vivo vives vive trabajo trabajas trabaja toca queda',
    ),
    arranged: oneOf(
      'plane[éóa]\\p{L}* planead[oa]s? previst[oa]s? acord\\p{L}+ qued[éóa]\\p{L}* prometí prometiste prometido programad[oa]s? quería querías pensaba reservad[oa]',
    ),
    still: oneOf('todavía aún ahora actualmente sigo sigue sigues'),
    edge: 'desde|hasta|antes de|antes del|después de|después del|a partir de|a partir del',
    about: 'para|sobre|de|del|al',
    marks: setOf(
      'el la los las un una de del en y que qué es son mi mis tu tus me te se lo le con por para no dónde cuándo cómo quién cuál fue era ha he hay tengo al a o yo él ella si sí pero',
    ),
  },
};
