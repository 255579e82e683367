import { detectLanguage, type LanguageCode, languages, splitWords } from '@salience/language';
import { phrases } from './phrases.ts';

type Act = 'greeting' | 'thanks' | 'goodbye' | 'agreed';

const patterns: Readonly<Record<Act, Readonly<Record<LanguageCode, RegExp>>>> = {
  thanks: {
    en: /\b(thanks|thank you|thank u|thx|cheers|much appreciated)\b/,
    de: /\b(danke|dankeschön|vielen dank)\b/,
    fr: /\b(merci)\b/,
    es: /\b(gracias)\b/,
    pt: /\b(obrigad[oa]|valeu)\b/,
    it: /\b(grazie)\b/,
  },
  goodbye: {
    en: /\b(bye|goodbye|good night|see you|see ya|talk (to you )?(later|soon)|take care|have a (nice|good) \w+)\b/,
    de: /\b(tschüss|tschüs|auf wiedersehen|bis (bald|morgen|später|dann)|gute nacht)\b/,
    fr: /\b(au revoir|à bientôt|à demain|bonne nuit|à plus)(?!\p{L})/u,
    es: /\b(adi[oó]s|hasta (luego|mañana|pronto)|nos vemos|buenas noches)(?!\p{L})/u,
    pt: /\b(tchau|adeus|até (logo|amanhã|breve|já)|boa noite)(?!\p{L})/u,
    it: /\b(arrivederci|a (presto|domani|dopo)|buonanotte|buona notte)\b/,
  },
  greeting: {
    en: /^(hi|hello|hey|hiya|yo|good (morning|afternoon|evening)|greetings)\b/,
    de: /^(hallo|hi|hey|moin|servus|guten (morgen|tag|abend)|grüß)(?!\p{L})/u,
    fr: /^(bonjour|salut|bonsoir|coucou)\b/,
    es: /^(hola|buenos d[ií]as|buenas( tardes)?|¡hola)\b/,
    pt: /^(olá|oi|bom dia|boa tarde|ola)(?!\p{L})/u,
    it: /^(ciao|buongiorno|buonasera|salve|buon giorno)\b/,
  },
  agreed: {
    en: /^(ok(ay)?|all right|alright|sure|got it|great|perfect|nice|cool|good|awesome|sounds good|yes|no|yep|nope|fine|understood|i see|lol|haha+|never ?mind|forget (it|that))\b/,
    de: /^(ok(ay)?|alles klar|gut|super|perfekt|prima|verstanden|ja|nein|schön|toll)\b/,
    fr: /^(ok|d'accord|d’accord|parfait|super|très bien|compris|oui|non|génial)(?!\p{L})/u,
    es: /^(ok|vale|de acuerdo|perfecto|genial|entendido|sí|si|no|muy bien)(?!\p{L})/u,
    pt: /^(ok|tá|está bem|perfeito|ótimo|entendi|sim|não|certo|fixe|beleza)(?!\p{L})/u,
    it: /^(ok|va bene|d'accord|perfetto|ottimo|capito|sì|si|no|bene)(?!\p{L})/u,
  },
};

const acts = Object.keys(patterns) as Act[];
/** A message with more words than this says something besides being polite. */
const longestWords = 7;

/** A short reply to a message that is only social; undefined when it says or asks something. */
export function socialReply(text: string): string | undefined {
  const words = splitWords(text);
  if (words.length === 0 || words.length > longestWords || /\d/.test(text)) return undefined;
  const lower = text.toLowerCase().normalize('NFC').trim();
  const detected = detectLanguage(text);
  // The detected language first: "no" and "ok" are words of several.
  const order = [detected, ...languages.filter((language) => language !== detected)];
  if (lower.includes('?')) return undefined;
  for (const act of acts) {
    for (const language of order) {
      const match = patterns[act][language].exec(lower);
      if (match === null) continue;
      const others = words.length - splitWords(match[0]).length;
      // A greeting or a nod may have company ("hello there", "great work") but not a statement behind it.
      if (others <= (act === 'agreed' ? 2 : 4) && !hasStatement(lower, act)) return phrases[language][act];
    }
  }
  return undefined;
}

/** A message that begins with a greeting, cut after it; undefined when it does not or is nothing more. */
export function splitGreeting(text: string): { language: LanguageCode; rest: string } | undefined {
  const lower = text.toLowerCase().normalize('NFC');
  const detected = detectLanguage(text);
  for (const language of [detected, ...languages.filter((other) => other !== detected)]) {
    const match = patterns.greeting[language].exec(lower);
    if (match === null || lower.length !== text.length) continue;
    const rest = text
      .slice(match[0].length)
      .replace(/^(?: (?:there|all|everyone|again|zusammen))?[\s,.!]+/i, '');
    if (rest !== '') return { language, rest };
  }
  return undefined;
}

/** A greeting in return, where the message begins with one. */
export function greetBack(text: string): string {
  const greeted = splitGreeting(text.trim());
  return greeted === undefined ? '' : `${phrases[greeted.language].greeting} `;
}

function hasStatement(lower: string, act: Act): boolean {
  // "Hello, I am Sam" tells who it is; "thanks, I am happy" is only polite.
  const presents =
    /(?<!\p{L})(?:i am|i['’]m|call me|ich|je m['’]appelle|me llamo|soy|(?:me )?chamo|sou|mi chiamo|sono) \p{L}/u;
  if (act === 'greeting' && presents.test(lower)) return true;
  return /\b(my|mein\w*|mon|ma|mes|mi|mis|meu|minha|mio|mia)\b.*\b(is|are|has|lives?|works?|ist|hat|wohnt|est|habite|es|vive|é|mora|è|abita)(?!\p{L})/u.test(
    lower,
  );
}
