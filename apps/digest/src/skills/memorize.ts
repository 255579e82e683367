import { type Trust, lowestTrust } from '@salience/contracts';
import { keepFact } from '@salience/database';
import { stemOf, wordsOf } from '@salience/language';
import { noteFact } from '@salience/memory';
import { extractCues } from '@salience/router';
import { z } from 'zod';
import { defineSkill } from './skill.ts';

/** How sure a kept note is whose words the person said, and one that the model worded. */
const confidence = { said: 0.9, worded: 0.6 } as const;

/** Share of a note's longer words that the message must hold for the note to count as the person's. */
const saidShare = 0.6;
/** The same for a note that says nothing which the message does not say: a name in place of "my" counts as nothing. */
const repeatedShare = 0.75;

/** Keeps a statement for good. */
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
    // Remembering keeps what a message asks to keep (`keepAsAsked`): here it would be kept a second time.
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

/** What the model worded by itself is believed as the agent's: a person's belief is not the model's to give away. */
function trustOf(said: boolean, trust: Trust): Trust {
  return said ? trust : lowestTrust([trust, 'agent']);
}

/** The share of stems that a message holds, 0..1; 0 for none. */
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

/** The words that carry something, without their endings: longer ones, and everything with a digit. "user" is how a model says "I". */
function carriedStems(text: string): string[] {
  return wordsOf(text)
    .filter((word) => (word.length > 3 || /\p{N}/u.test(word)) && !/^users?$/.test(word))
    .map(stemOf);
}
