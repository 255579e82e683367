import { type Trust, lowestTrust } from '@salience/contracts';
import { keepFact } from '@salience/database/skills';
import { stemOf, wordsOf } from '@salience/language';
import { noteFact } from '@salience/memory';
import { extractCues } from '@salience/router';
import { z } from 'zod';
import { defineSkill } from './skill.ts';

/** Confidence of a note in the person's words, and of one in the model's words. */
const confidence = { said: 0.9, worded: 0.6 } as const;

/** Share of a note's longer words that the message must contain for the note to count as the person's. */
const saidShare = 0.6;
/** The same for a note that adds nothing to the message: a name in place of "my" adds nothing. */
const repeatedShare = 0.75;

/** Stores a statement permanently. */
export const memorize = defineSkill({
  name: 'memorize',
  description:
    'Keeps one statement for good. What the message itself says is remembered anyway: use it for what the user wants kept of ' +
    'something else, such as a result or an earlier answer.',
  schema: z.strictObject({
    text: z.string().trim().min(1).max(2_000).describe('Complete in itself.'),
  }),
  tier: 'organise',
  cost: 0.8,
  idempotent: true,
  timeoutMs: 10_000,
  private: false,
  async run({ text }, { db, idempotencyKey, now, step: { turn }, trust }) {
    // The chunker stores what a message asks to remember (`keepAsAsked`); storing it here would duplicate it.
    if (extractCues(turn.text).remember && repeats(text, turn.text))
      return { text: `Kept in memory with the message that says it: ${text}` };
    const said = sharedBy(turn.text, carriedStems(text)) >= saidShare;
    const { kept } = await keepFact(db, {
      ...noteFact,
      agentId: turn.agent_id,
      threadId: turn.thread_id,
      turnId: turn.id,
      value: text,
      confidence: said ? confidence.said : confidence.worded,
      trust: trustOf(said, trust),
      saidAt: new Date(turn.said_at),
      now,
      idempotencyKey,
    });
    return { text: kept ? `Kept in memory: ${text}` : `This is in memory already: ${text}` };
  },
});

/** A note in the model's own words has the agent's trust, never the person's. */
function trustOf(said: boolean, trust: Trust): Trust {
  return said ? trust : lowestTrust([trust, 'agent']);
}

/** Share of the stems that the message contains, 0..1; 0 for no stems. */
function sharedBy(message: string, stems: readonly string[]): number {
  const spoken = new Set(carriedStems(message));
  return stems.length === 0 ? 0 : stems.filter((stem) => spoken.has(stem)).length / stems.length;
}

/** True if every number of the note, and nearly every word, occurs in the message. */
function repeats(text: string, message: string): boolean {
  const stems = carriedStems(text);
  const numbers = stems.filter((stem) => /\p{N}/u.test(stem));
  return (
    sharedBy(message, stems) >= repeatedShare && (numbers.length === 0 || sharedBy(message, numbers) === 1)
  );
}

/** The stems of longer words and of words with a digit. Models write "user" for "I". */
function carriedStems(text: string): string[] {
  return wordsOf(text)
    .filter((word) => (word.length > 3 || /\p{N}/u.test(word)) && !/^users?$/.test(word))
    .map(stemOf);
}
