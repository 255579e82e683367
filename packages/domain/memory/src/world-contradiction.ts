import { isAsked } from './moved-times.ts';
import { sentencesOf } from '@salience/language';
import type { Span } from './spans.ts';
import { sourceWords, supportOf } from './words.ts';
import type { WorldStateItem } from './world-state.ts';

// Words by which something is done or will not be.
const ends =
  'done|finished|completed|cancelled|canceled|called off|erledigt|fertig|abgesagt|storniert|gestrichen|ausgefallen|fällt (?:\\p{L}+ ){0,2}aus|terminée?|finie?|annulée?|hech[oa]|terminad[oa]|cancel(?:ad[oa]|é|ó|aron)|anul(?:ad[oa]|é|ó|aron)|feit[oa]|desmarcad[oa]|(?:cancel|desmarc)(?:ou|aram)|cancelei|desmarquei|fatt[oa]|annullat[oa]|disdett[oa]|annullò';
const isOver = new RegExp(`(?<!\\p{L})(?:${ends})(?!\\p{L})`, 'iu');
const over = new RegExp(
  `(?<!\\p{L})(?:${ends}|already|settled|fulfilled|accomplished|no longer|not (?:any ?more|needed|necessary))(?!\\p{L})`,
  'iu',
);
const notOver =
  /(?<!\p{L})(?:not|isn['’]t|hasn['’]t|haven['’]t|never|nicht|pas|no|não|non) (?:yet |been |\p{L}+ ){0,2}?(?:done|finished|completed|cancelled|canceled|settled|erledigt|fertig|terminé|fini|hecho|terminado|feito|fatto)/iu;
/** The first sentence that says that something is over, done or cancelled, as a statement; undefined where none does. */
export function overIn(message: string): Span | undefined {
  const found = sentencesOf(message).find(({ end, start }) => {
    const sentence = message.slice(start, end);
    return isOver.test(sentence) && !notOver.test(sentence) && !isAsked(sentence);
  });
  return found && { half: 'message', ...found };
}

/** Kinds of which the world says that they are still open. */
const openKinds = new Set(['reminder', 'schedule', 'action', 'goal']);
/** Share of an item's words that a note must have to be about it. */
const aboutMin = 0.6;

/** True for a note that says that something is over which the state of the world still has open. */
export function contradictsWorld(note: string, world: readonly WorldStateItem[]): boolean {
  if (!over.test(note) || notOver.test(note)) return false;
  const words = sourceWords([note]);
  return world.some((item) => openKinds.has(item.kind) && supportOf(item.subject, words) >= aboutMin);
}
