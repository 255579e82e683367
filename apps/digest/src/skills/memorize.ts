import { type Trust, lowestTrust } from '@salience/contracts';
import { keepFact } from '@salience/database';
import { z } from 'zod';
import { defineSkill } from './skill.ts';

/** How a kept note stands in memory: "note says the gate code is 4711". */
const note = { subject: 'note', key: 'says' } as const;

/** How sure a note is whose words the person said, and one that the model worded. */
const confidence = { said: 0.9, worded: 0.6 } as const;

/** Share of a note's longer words that the message must hold for the note to count as the person's. */
const saidShare = 0.6;

/** Keeps a statement for good. */
export const memorize = defineSkill({
  name: 'memorize',
  description: 'Keeps one statement for good, where the user asks you to remember it.',
  schema: z.strictObject({
    text: z.string().trim().min(1).max(2_000).describe('Complete in itself.'),
  }),
  tier: 'organise',
  cost: 0.8,
  idempotent: true,
  timeoutMs: 10_000,
  private: false,
  async run({ text }, { db, idempotencyKey, now, step: { turn }, trust }) {
    const said = wasSaid(text, turn.text);
    const { kept } = await keepFact(db, {
      ...note,
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

function wasSaid(text: string, message: string): boolean {
  const spoken = new Set(stemsOf(message));
  const stems = stemsOf(text);
  return stems.length > 0 && stems.filter((stem) => spoken.has(stem)).length / stems.length >= saidShare;
}

/** The beginnings of words that carry something: longer ones, and everything with a digit. "user" is how a model says "I". */
function stemsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => (word.length > 3 || /\p{N}/u.test(word)) && !/^users?$/.test(word))
    .map((word) => (/\p{N}/u.test(word) ? word : word.slice(0, 4)));
}
