import { extractCues } from '@salience/router';
import { isFunctionWord, monthNames, splitWords, weekdayNames } from '@salience/language';
import { splitItems } from './plan-patterns.ts';
import { isSentence } from './sentence.ts';

const words = (list: string): readonly string[] => list.split(/\s+/);

/** Nouns of time, of talk and of wishes: none of them is put on a list by a fragment. */
const polite = new Set([
  ...[weekdayNames, monthNames].flatMap((names) =>
    Object.values(names)
      .flat()
      .map((name) => name.toLowerCase()),
  ),
  ...words(
    `day days night nights morning evening afternoon week weeks weekend month months year years hour hours minute minutes moment moments
    second seconds sec while time times today tomorrow tonight yesterday question questions problem problems issue doubt doubts idea ideas
    chance way worry worries rush hurry hug hugs kiss kisses joke kidding mistake mistakes luck matter wonder pressure pleasure fun fuss
    trouble surprise shame pity favour favor thanks greetings regards wishes christmas easter birthday holiday holidays trip journey flight
    rest break nap shower bath sleep chat walk news story comment`,
  ),
  ...words(
    `tag tage nacht morgen abend woche wochen wochenende monat jahr stunde stunden minute minuten moment augenblick sekunde zeit mal heute gestern
    frage fragen problem probleme zweifel ahnung idee eile stress sorge sorgen kuss umarmung scherz witz fehler glück dank grüße pause dusche urlaub`,
  ),
  ...words(
    `jour journée nuit matin soir soirée semaine mois année heure heures instant seconde temps fois demain hier question problème doute idée souci
    soucis hâte hasard bise bisous blague erreur chance merci vacances repos pause douche`,
  ),
  ...words(
    `día días noche mañana tarde semana mes año hora horas minuto minutos momento segundo tiempo vez hoy ayer pregunta preguntas problema problemas duda
    dudas idea prisa abrazo beso besos broma error suerte gracias vacaciones descanso ducha`,
  ),
  ...words(
    `dia dias noite manhã tarde mês ano momento segundo tempo vez hoje ontem pergunta perguntas dúvida dúvidas ideia pressa abraço beijo beijos
    brincadeira erro sorte férias descanso duche`,
  ),
  ...words(
    `giorno giorni giornata notte mattina sera serata settimana mese anno ora ore minuto minuti attimo secondo tempo volta oggi domani ieri domanda
    domande dubbio fretta abbraccio bacio baci scherzo errore fortuna vacanza vacanze riposo pausa doccia`,
  ),
]);

/** Words that name nothing: how things are, how much, when, and words for anything. */
const vague = new Set([
  ...words(
    `bad good fine great nice okay well better best worse worst right wrong true false sure unsure certain ready done tired happy sad glad busy sorry
    quick slow easy hard cool funny weird strange lovely perfect possible impossible soon later now quickly slowly again always never often already
    still here there everywhere somewhere sometime sometimes ever forever anyway instead too also maybe perhaps really seriously honestly half quarter ago
    third couple bit lot lots few bunch more less enough most all none both one ones thing things stuff anything something everything nothing else
    list lists item items entry word words people folks yes no not any same other others another much many whatever wherever`,
  ),
  ...words(
    `gut schlecht besser bald später jetzt wieder immer nie hier dort vielleicht wirklich schön müde fertig falsch richtig halb halbe hälfte ding dinge
    sachen etwas alles nichts liste mehr weniger genug viel viele andere`,
  ),
  ...words(
    `bon bien mal mieux bientôt tard maintenant encore toujours jamais ici là peut-être vraiment fatigué prêt faux vrai moitié chose choses truc tout rien
    liste plus moins assez beaucoup autre`,
  ),
  ...words(
    `bueno bien mal mejor pronto luego después ahora otra siempre nunca aquí allí quizás cansado listo falso cierto mitad cosa cosas todo lista menos
    bastante mucho`,
  ),
  ...words(
    `bom bem logo depois agora sempre aqui ali talvez cansado pronto errado certo metade coisa coisas tudo menos bastante muito`,
  ),
  ...words(
    `buono bene male meglio presto dopo adesso ancora sempre mai qui là forse davvero stanco vero falso metà cosa cose tutto più meno abbastanza molto lista`,
  ),
]);

/** Before a noun these wish something or tell of it: "a nice day", "a big hug". */
const wishing =
  /^(?:nice|good|great|lovely|happy|merry|safe|pleasant|wonderful|terrible|awful|schöne[nrs]?|gute[nrs]?|frohe[ns]?|bonne?|joyeux|joyeuse|buen[ao]?s?|feliz|bo[am]|buon[ao]?|felice)$/iu;

const amount =
  /^(?:(?:\d{1,4}\s?x?|x\s?\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|a dozen|dozen|a few|a couple of|a pair of|several|some more|some|another|one more|more|extra|eine?n?|zwei|drei|vier|fünf|sechs|noch eine?n?|ein paar|une?|deux|trois|quatre|cinq|du|des|de la|de l['’]|una?|unos|unas|dos|tres|cuatro|cinco|otr[oa]s?|um|uma|dois|duas|três|quatro|outr[oa]s?|due|tre|quattro|cinque|altr[iae]|degli|delle|dei|della|del)(?!\p{L})\s*)+/iu;
const article = /^(?:an?|the|die|der|das|den|les?|la|l['’]|el|l[ao]s|o|as?|os|il|lo|gli|i)(?!\p{L})\s*/iu;
/** May stand inside what is named: "a bottle of milk", "latte d'avena". */
const inner = new Set(
  'of with without for from and mit ohne von für aus de d du des à au aux avec sans al con sin da do dos das com sem di del della e senza'.split(
    ' ',
  ),
);
const pointing = new Set(
  words(
    'what who where when why how which these those then up out off down back over please just because while yours mine himself myself yourself',
  ),
);
const itemWordsMax = 6;

/** What a part of a fragment is: a thing for a list, a courtesy, or words that name none. */
export type ItemKind = 'thing' | 'polite' | 'vague';

/** True for a text that begins with how much there is to be of something: "two lemons", "some rice". A mere "a" is no amount. */
export function hasAmount(text: string): boolean {
  const found = amount.exec(text.trim())?.[0].trim().toLowerCase() ?? '';
  return found !== '' && !/^(?:eine?n?|une?|una?|um|uma)$/u.test(found);
}

/** What the words of a fragment, without what joins it, are for a list. Where in doubt, no thing. */
export function readItems(text: string): { readonly kind: ItemKind; readonly items: readonly string[] } {
  const items = splitItems(text);
  const { actRequest, answerRequest, farewell, greeting, interrogative, negativeFeedback, questionMark } =
    extractCues(text);
  if (farewell || greeting) return { kind: 'polite', items };
  const asks = actRequest || answerRequest || interrogative || questionMark || negativeFeedback;
  if (asks || items.length === 0 || isSentence(text)) return { kind: 'vague', items };
  const kinds = items.map(kindOf);
  return { kind: kinds.find((kind) => kind !== 'thing') ?? 'thing', items };
}

function kindOf(item: string): ItemKind {
  const bare = item.replace(amount, '').replace(article, '');
  const said = splitWords(bare);
  const [first = '', last = first] = [said[0], said.at(-1)];
  if (polite.has(last)) return 'polite';
  if (said.length > 1 && wishing.test(first)) return 'vague';
  const named = said.filter((word) => /\p{L}{2}/u.test(word) && !vague.has(word) && !isFree(word));
  const free = said.filter((word, at) => isFree(word) && !isInside(said, at));
  if (named.length === 0 || free.length > 0 || vague.has(last) || said.length > itemWordsMax) return 'vague';
  return 'thing';
}

/** True for a word of sentences, not of things. Items are read as English, as lists are. */
function isFree(word: string): boolean {
  return isFunctionWord(word) || pointing.has(word);
}

/** "A bottle of milk", "a can of beans". */
function isInside(said: readonly string[], at: number): boolean {
  const word = said[at] ?? '';
  return (inner.has(word) && at > 0 && at < said.length - 1) || (word === 'can' && said[at + 1] === 'of');
}
