import { splitWords } from '@salience/language';

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Subjects that a verb follows. */
const subjects = words(
  'i we he she it they you there ich wir er sie es ihr je nous elle ils elles tu vous yo él ella nosotros ellos ellas usted eu ele ela nós eles você io lui lei noi voi loro',
);
/** Verbs that no thing is called by, in the forms in which they state. */
const verbs = words(
  'is are was were has have had does did lives lived likes liked loves loved hates said says went goes came comes told tells asked thinks thought knows knew wants wanted needs needed makes got gets works worked moved met bought seems became isn aren wasn weren doesn didn don ' +
    'ist sind waren bist habe haben hatte hatten wird werden heißt wohnt wohne lebt lebe arbeitet arbeite kommt komme geht gehe ging sagt sagte isst trinkt ' +
    'est sont était étaient suis ont avons avait habite habitent vit aime aiment travaille appelle dit vient ' +
    'es era eran está están estoy tiene tengo hay fue fui vive vivo gusta gustan trabaja trabajo llama viene ' +
    'é são estão estou sou tem tenho foi mora moro gosta gosto chama diz vem ' +
    'è sono siamo sta ho hanno abita abito piace piacciono lavora lavoro chiama viene',
);
/** A subject and its verb in one word. */
const contracted =
  /(?<!\p{L})(?:i['’]m|(?:it|he|she|that|there)['’]s|(?:we|they|you)['’]re|\p{L}+['’](?:ve|ll|d))(?!\p{L})/iu;

/** True for a text that states something by itself: it has a subject and a verb. "My sister lives in Porto", not "socks and a torch". */
export function isSentence(text: string): boolean {
  if (contracted.test(text)) return true;
  const said = splitWords(text);
  return said.some(
    (word, at) =>
      (at > 0 && verbs.has(word)) ||
      (subjects.has(word) && said.length > at + 1 && at < 3 && leads(said, at)),
  );
}

/** A subject has a verb behind it, not another thing: "it and that". */
function leads(said: readonly string[], at: number): boolean {
  return !/^(?:and|or|und|oder|et|ou|y|o|e|too|instead|to|for|on|in|at|please)$/u.test(said[at + 1] ?? '');
}

const refusals = new RegExp(
  `^(?:(?:${[
    "nothing|none|no|nope|never ?mind|forget it|not (?:now|today|really|sure|yet)|no idea|(?:i )?(?:do not|don['’]t|dunno)(?: know)?|i changed my mind|cancel|leave it|skip it",
    'nichts|nein|nö|keine ahnung|(?:ich )?weiß (?:ich )?(?:es )?nicht|egal|vergiss es|(?:jetzt|heute) nicht|nicht jetzt|schon gut|lass es',
    'rien|non|pas (?:vraiment|maintenant|sûr)|laisse tomber|(?:je )?(?:ne )?sais pas|aucune idée|peu importe',
    'nada|no (?:lo )?sé|ni idea|(?:ahora|hoy) no|olvídalo|no importa|déjalo|en realidad no',
    'não(?: sei)?|deixa (?:estar|lá)|esquece|(?:agora|hoje) não|não importa|nenhuma ideia',
    'niente|nulla|non (?:lo )?so|lascia (?:stare|perdere)|(?:ora|oggi) no|non importa|nessuna idea|boh',
  ].join(
    '|',
  )})(?:[\\s,]+(?:thanks|thank you|really|now|danke|merci|gracias|obrigad[oa]|grazie))?[\\s,.!]*)+$`,
  'iu',
);

/** True for a text that gives no answer to what was asked: "nothing", "not sure", "never mind". */
export function isRefusal(text: string): boolean {
  return refusals.test(text.trim());
}
