import { monthNames, once, weekdayNames } from '@salience/language';
import { readClauses, type ReadLanguage } from '@salience/router';
import { bulkOf } from './bulk-signs.ts';
import { ownWords } from './own-words.ts';

/** What the form of a message can show. */
export const cues = ['asks', 'orders', 'tells', 'dated', 'courteous', 'bulk'] as const;
export type Cue = (typeof cues)[number];

type Clause = ReadLanguage['clauses'][number];

/** Says that an answer is awaited, without a question. */
const awaits =
  /(?<!\p{L})(?:rsvp|(?:look(?:ing)?\s+forward\s+to|await(?:ing)?)\s+(?:hearing|your)\b|(?:please\s+)?(?:reply|respond|advise|get\s+back\s+to\s+(?:me|us))(?!\p{L})|um\s+(?:(?:kurze|baldige|eine)\s+)?(?:antwort|rückmeldung)|(?:freue|freuen)\s+\p{L}+\s+auf\s+(?:ihre|deine|eine)\s+(?:antwort|rückmeldung)|dans\s+l['’]attente\s+de\s+(?:votre|ta)\s+réponse|merci\s+de\s+(?:me|nous)\s+répondre|(?:espero|quedo\s+a\s+la\s+espera\s+de)\s+(?:tu|su)\s+respuesta|(?:aguardo|espero)\s+(?:a\s+)?(?:sua|tua|vossa)?\s*resposta|(?:attendo|resto\s+in\s+attesa\s+di)\s+(?:una\s+|un\s+)?(?:tua\s+|sua\s+|vostra\s+)?(?:risposta|riscontro))/iu;

/** Asks for a deed politely, whatever its verb: "please leave the keys", "veuillez patienter". That something is to be noted is no deed. */
const kindly =
  /(?:^|[.!?,;:\n]|\band\b|\bund\b)\s*(?:(?:please|kindly|bitte|por\s+favor,?|s['’]il\s+(?:vous|te)\s+plaît,?|per\s+(?:favore|cortesia),?)|veuillez|merci\s+de|merci\s+d['’]|le\s+rogamos(?:\s+que)?|se\s+ruega|pedimos\s+que|solicitamos\s+que|si\s+prega\s+di|vi\s+preghiamo\s+di|la\s+prego\s+di)\s*(?!(?:noted?|be\s+(?:aware|advised|informed)|remember|beachten?|nehmen\s+sie\s+zur\s+kenntnis|noter|tenga|tome\s+nota|notare|prendere\s+nota|find\p{L}*|see\p{L}*|votre|notre|vos|nos|ton|ta|tes|les?|la)(?!\p{L}))(?<!\p{L})\p{L}/iu;

const calendar = once(
  () =>
    new RegExp(
      `(?<!\\p{L})(?:${[...Object.values(monthNames), ...Object.values(weekdayNames)]
        .flat()
        // "May", "mars" and "segunda" are more often other words.
        .filter((name) => name.length > 4 && name !== 'segunda')
        .join('|')})(?!\\p{L})|\\d{1,2}:\\d{2}|\\d{4}-\\d{2}-\\d{2}|\\d{1,2}[./]\\d{1,2}[./]\\d{2,4}`,
      'iu',
    ),
);

/** How strongly the form of a message shows each cue, 0 to 1. What it says of itself is read as any other words. */
export function cuesOf({
  from,
  text,
}: {
  readonly from: string;
  readonly text: string;
}): Readonly<Record<Cue, number>> {
  const { encloses, text: own } = ownWords(text);
  const clauses = readClauses(own).flatMap((language) => language.clauses);
  const any = (test: (clause: Clause) => boolean) => clauses.some(test);
  const bulk = bulkOf(text, from);
  const orders = any(({ actRequest }) => actRequest)
    ? 1
    : any(({ need }) => need) || kindly.test(own)
      ? 0.8
      : 0;
  const asks =
    any(asksSomething) || (clauses.length === 0 && /[?？؟]/u.test(own)) ? 1 : awaits.test(own) ? 0.6 : 0;
  const isDated = calendar().test(own);
  const tells = encloses ? 1 : Math.max(0, ...clauses.map((clause) => tellsOf(clause, isDated)));
  // Bulk mail orders ("shop now") and asks ("ready for summer?") without meaning it.
  const meant = 1 - 0.8 * bulk;
  return {
    asks: asks * meant,
    orders: orders * meant,
    // Whoever wants something tells what is needed for it.
    tells: tells * meant * (1 - 0.7 * Math.max(asks, orders)),
    dated: isDated ? meant : 0,
    courteous: any(isCourtesy) && asks + orders + tells === 0 ? meant : 0,
    bulk,
  };
}

function asksSomething({ actRequest, answerRequest, asks, interrogative, need }: Clause): boolean {
  return answerRequest || ((asks || interrogative) && !actRequest && !need);
}

/** How much of a statement a clause is: a few words are no sentence, unless they say when. */
function tellsOf(clause: Clause, isDated: boolean): number {
  const { actRequest, content, declarative, farewell, greeting, need, positive, remember } = clause;
  if (remember) return 1;
  if (actRequest || need || greeting || farewell || positive || asksSomething(clause)) return 0;
  if (content.length >= 1 && declarative) return 1;
  return content.length < 3 ? 0 : isDated ? 1 : 0.45;
}

function isCourtesy({ farewell, greeting, positive }: Clause): boolean {
  return greeting || farewell || positive;
}
