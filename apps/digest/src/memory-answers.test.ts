import type { AgentId } from '@salience/contracts';
import { expect, it } from 'vitest';
import { createMemoryAnswers } from './memory-answers.ts';

const held = 'agt_01a2007401567b8f9ccbea8a0d74f6ee' as AgentId;
const other = 'agt_01a2007401567b8f9ccbea8a0d74f6ef' as AgentId;
const question = { text: 'boat', limit: 3, at: '2026-06-17T12:00:00.000Z' };

it('threat: it answers for agents that it holds alone, and refuses a planted one and what is no question', async () => {
  const asked: AgentId[] = [];
  const answer = createMemoryAnswers(
    {
      holds: (agentId) => agentId === held,
      recall: ({ agentId }) => {
        asked.push(agentId);
        return Promise.resolve({ hits: [], recent: [], traits: [], world: null, ended: [], period: null });
      },
    },
    { debug: () => {} },
  );
  expect(JSON.parse((await answer(JSON.stringify({ ...question, agentId: held }))) ?? '')).toEqual({
    agentId: held,
    hits: [],
  });
  const refused = [
    { ...question, agentId: other },
    { ...question, agentId: held, limit: 100_000 },
    { ...question, agentId: held, more: true },
    question,
    null,
  ];
  for (const body of [...refused.map((one) => JSON.stringify(one)), 'no json'])
    expect(await answer(body), body).toBeUndefined();
  expect(asked).toEqual([held]);
});
