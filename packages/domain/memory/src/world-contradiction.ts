import { sourceWords, supportOf } from './words.ts';
import type { WorldStateItem } from './world-state.ts';

// Words by which something is over.
const over =
  /(?<!\p{L})(?:done|finished|completed|cancelled|canceled|already|settled|fulfilled|accomplished|no longer|not (?:any ?more|needed|necessary)|erledigt|fertig|terminé|fini|hecho|terminado|feito|fatto)(?!\p{L})/iu;
const notOver =
  /(?<!\p{L})(?:not|isn['’]t|hasn['’]t|haven['’]t|never|nicht|pas|no|não|non) (?:yet |been |\p{L}+ ){0,2}?(?:done|finished|completed|cancelled|canceled|settled|erledigt|fertig|terminé|fini|hecho|terminado|feito|fatto)/iu;
/** Kinds of which the world says that they are still open. */
const openKinds = new Set(['reminder', 'action', 'goal']);
/** Share of an item's words that a note must have to be about it. */
const aboutMin = 0.6;

/** True for a note that says that something is over which the state of the world still has open. */
export function contradictsWorld(note: string, world: readonly WorldStateItem[]): boolean {
  if (!over.test(note) || notOver.test(note)) return false;
  const words = sourceWords([note]);
  return world.some((item) => openKinds.has(item.kind) && supportOf(item.subject, words) >= aboutMin);
}
