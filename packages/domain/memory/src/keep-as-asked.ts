import { extractCues } from '@salience/router';
import type { AcceptedChunk } from './accept-chunk.ts';
import type { ChunkSource } from './chunk-source.ts';

/** Subject and key of a stored note: "note says the gate code is 4711". */
export const noteFact = Object.freeze({ subject: 'note', key: 'says' });

/** Confidence of a note in the person's own words. 0..1 */
const confidence = 0.9;
/** Characters of a note. */
const noteCharsMax = 2_000;

/**
 * The items kept of an exchange whose message asks to remember something ("remember that ..."): the accepted items, and if none rests
 * on the message, the message itself as a note. So the request is met whatever a model proposes.
 */
export function keepAsAsked(kept: AcceptedChunk, { message, trust }: ChunkSource): AcceptedChunk {
  const rests = [...kept.facts, ...kept.traits, ...kept.gists].some(({ half }) => half === 'message');
  if (rests || !extractCues(message).remember) return kept;
  const value = message.trim().slice(0, noteCharsMax);
  const note = { ...noteFact, value, confidence, half: 'message', start: 0, end: message.length } as const;
  return { ...kept, facts: [...kept.facts, { ...note, trust, singleValued: false }] };
}
