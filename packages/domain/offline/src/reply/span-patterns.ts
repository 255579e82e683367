// The patterns that find answers, compiled once: a Unicode pattern costs milliseconds to compile.

const month =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|januar|februar|märz|mai|juni|juli|oktober|dezember|janvier|février|mars|avril|juin|juillet|août|septembre|octobre|novembre|décembre|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre)';
const weekday =
  '(?:mon|tues|wednes|thurs|fri|satur|sun)days?|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|miércoles|jueves|viernes|sábado|domingo';
const clock =
  '(?:at |um |à |a las )?\\d{1,2}(?::\\d{2}|h\\d{0,2})(?:\\s?[ap]\\.?m\\.?)?|(?:at )?\\d{1,2}\\s?[ap]\\.?m\\.?|at (?:noon|midnight)';
const day = `(?:on |am )?(?:the )?\\d{1,2}(?:st|nd|rd|th|\\.)?(?: of| de)? ${month}(?:,? (?:de )?\\d{4})?|(?:on )?${month} \\d{1,2}(?:st|nd|rd|th)?(?:,? \\d{4})?|\\d{4}-\\d{2}-\\d{2}|\\d{1,2}[./]\\d{1,2}[./]\\d{2,4}|(?:in |since |until |by )?${month}(?: \\d{4})?|(?:in|since|im|en|em|nel) \\d{4}|\\b(?:1[5-9]|20)\\d{2}\\b`;
const relative = `(?:this|next|last|every|each|on|by|until) (?:${weekday}|week|weekend|month|year|morning|evening|night|summer|winter|spring|autumn|fall)|(?:on |am |el |le )?(?:${weekday})|today|tonight|tomorrow(?: (?:morning|evening|afternoon))?|yesterday|in \\d+ (?:minutes?|hours?|days?|weeks?|months?|years?)|\\w+ (?:days?|weeks?|months?|years?) ago|heute|morgen|gestern|demain|hier|mañana|ayer|amanhã|ontem|domani|ieri`;
/** A point in time or a date. */
export const timePattern = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${day}|${relative}|${clock})(?:,? (?:${relative}|${clock}|${day}))*(?![\\p{L}\\p{N}])`,
  'iu',
);

const numberWord =
  '(?:\\d[\\d.,]*|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|a dozen|twenty|thirty|forty|fifty|hundred|zwei|drei|vier|fünf|deux|trois|quatre|cinq|dos|tres|cuatro|cinco|dois|duas|três|due|tre|quattro|cinque)';
/** A number, with its unit. */
export const numberPattern = new RegExp(
  `(?<![\\p{L}\\p{N}])[€$£]?${numberWord}(?![\\p{L}\\p{N}])(?:\\s?(?:€|\\$|%|euros?|dollars?|km|kg|m|cm|hours?|minutes?))?`,
  'giu',
);

const name = "\\p{Lu}[\\p{L}'’-]*";
const names = `${name}(?:(?: (?:de|da|do|dos|del|di|van|von|of|the))* ${name})*`;
const placeWord = `(?:(?:the|a|an|my|our|der|dem|la|el|le) )?${names}(?:, ${names})?`;
const verbs =
  '(?:liv(?:e|es|ed|ing)|based|resid\\w+|mov(?:e|ed|es|ing)(?: back)?|relocated|from|born|work\\w*|is|are|was|were|kept?|left|put|parked|stay\\w*|study|studies|studied|went|going|wohn\\w*|habite\\w*|viv\\w+|mor[ao]|abit\\w+)';
const prepositions =
  '(?:in|at|to|on|under|behind|near|from|inside|next to|auf|nach|aus|à|en|au|em|no|na|nos|a|nel|nella)';

/** A place that begins with a capital, after a preposition. */
export const capitalPlace = new RegExp(`(?<![\\p{L}])${prepositions} (${placeWord})`, 'gu');

/** A place in lower case, after a verb that speaks of places. */
export const lowerPlace = new RegExp(
  `(?<![\\p{L}])${verbs}(?: \\p{Ll}+){0,2}? ((?:in|at|on|under|behind|near|to|inside|next to|from) (?:(?:the|a|an|my|our) )?[\\p{L}'’-]+(?: [\\p{L}'’-]+){0,3}?)(?=[.,;!?]|$| (?:and|but|since|because|with|for|now|when|where|so|as)\\b)`,
  'iu',
);

/** A text that is nothing but a time. */
export const onlyTime = new RegExp(`^(?:${timePattern.source})$`, 'iu');

/** An age in years. */
export const agePattern = new RegExp(
  `${numberWord}(?= years? old| ans| años| anos| anni| Jahre|[.,!]|$)`,
  'iu',
);

/** One or more words with capitals. */
export const capitalWords = new RegExp(names, 'gu');

/** A name that is said to be one. */
export const saidName = new RegExp(
  `(?:name(?: is|'s)|named|called|call me|I am|I'm|heiß[et]+|heiße|appelle|llam[ao]|cham[ao]|chiam[ao]) (${names})`,
  'u',
);

/** A word and the name after it: "sister Ana". */
export const wordThenName = new RegExp(`([\\p{L}-]+),? (${names})`, 'gu');

/** A name and who it is: "Ana is my sister". */
export const nameIsMy = new RegExp(`(${names}) is (?:my|our) [\\p{L} -]*`, 'u');
