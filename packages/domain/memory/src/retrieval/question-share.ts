import { statesNothing } from '../nothing/states-nothing.ts';

/** How far a text counts as a question that states something beside what it asks. 0..1 */
const statedShare = 1 / 6;
/** A longer text states something; reading it would cost more than it tells. Characters. */
const plainCharsMax = 100;
// A look at every text that is found must be cheap: what neither ends as a question nor begins like one is none.
const mayAsk =
  /[?？؟][\s"”’»)]*$|^[\s"“„«¿(]*(?:what|who|whose|where|when|why|which|how|is|are|do|does|did|can|could|tell|show|was|wer|wo|wann|warum|wie|welch|kannst|sag|zeig|qui|que|qu['’]|quel|où|ou|quand|comment|combien|pourquoi|est-ce|dis|quién|quien|qué|cuál|cual|dónde|donde|cuándo|cuando|cómo|como|cuánt|dime|quem|qual|onde|quando|quant|diz|chi|cosa|che|quale|dove|come|dimmi)/iu;

/** False for a text whose beginning and end show that it asks nothing (`questionShare` is 0). */
export function mayAskIn(text: string): boolean {
  return mayAsk.test(text);
}

/**
 * How much a text is a question and nothing else, 0..1: 1 for one that asks and states nothing, in the six languages of the router;
 * little for one that ends as a question and states something.
 */
export function questionShare(text: string): number {
  if (!mayAsk.test(text)) return 0;
  if (text.length <= plainCharsMax && statesNothing(text)?.wants === true) return 1;
  return /[?？؟]$/u.test(text.trimEnd()) ? statedShare : 0;
}
