import { capText } from '@salience/context';
import type { RecallHit } from '@salience/recall';
import { z } from 'zod';
import { defineSkill, lines } from './skill.ts';

const hitChars = 600;
const replyChars = 300;

/** Searches everything that the agent remembers, beyond what came with the turn. */
export const recall = defineSkill({
  name: 'recall',
  description:
    'Searches your long-term memory (past messages, facts, episodes) for words. Use it when the answer may have been said before ' +
    'and is not in front of you; search again with other words when nothing fits.',
  schema: z.strictObject({
    query: z.string().trim().min(1).max(500).describe('The words to look for: names, things, places.'),
    limit: z.int().min(1).max(10).default(5).describe('How many memories at most.'),
  }),
  tier: 'observe',
  cost: 1,
  idempotent: true,
  timeoutMs: 10_000,
  async run({ query, limit }, { now, recall: memory, step: { turn } }) {
    const { hits } = await memory.recall({
      agentId: turn.agent_id,
      text: query,
      limit,
      at: now,
      exceptTurnId: turn.id,
    });
    if (hits.length === 0) return { text: 'Nothing in memory has these words.' };
    return { text: lines(hits.map(hitText)), quotes: hits.map((hit) => hit.trust) };
  },
});

function hitText(hit: RecallHit): string {
  const who = hit.speaker ?? (hit.kind === 'exchange' ? 'user' : hit.kind);
  const said = `${hit.at.slice(0, 10)}, ${who}: ${capText(hit.text, hitChars)}`;
  return hit.reply === null ? said : `${said}\n  You answered: ${capText(hit.reply, replyChars)}`;
}
