import { type AgentId, mindSchema, mindThoughtsMax } from '@salience/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { createAgent, exportMind, findAgent, importMind } from '../src/doors/agents.ts';
import { createGoal, listGoals, listThoughts, writeThought } from '../src/doors/pfc.ts';
import type { Database } from '../src/index.ts';
import { acceptSaid, type TestDatabase, testDatabase } from '@salience/testing';

let database: TestDatabase;
let operator: Database;
let consumer: Database;
let from: AgentId;
let to: AgentId;
const now = new Date('2030-03-01T12:00:00Z');

beforeAll(async () => {
  database = await testDatabase();
  operator = database.connect('salience_operator');
  consumer = database.connect('salience_consumer');
  const agent = await findAgent(consumer, 'default');
  if (agent === undefined) throw new Error('no default agent');
  from = agent.id;
  to = (await createAgent(operator, { name: 'twin', persona: 'Calm.' })).id;
  const goal = { context: 'Q2', now };
  await createGoal(consumer, from, { ...goal, goal: 'Ship it', priority: 90, trust: 'owner' });
  await createGoal(consumer, from, { ...goal, goal: 'Ship it', priority: 10, trust: 'unverified' });
  const { turnId } = await acceptSaid(consumer, 'Who tests it?', { now, overheard: true });
  const thought = { agentId: from, channel: '10', rule: 'question mark', trust: 'owner', now } as const;
  await writeThought(consumer, {
    ...thought,
    type: 'question',
    triggerMessageId: '8850',
    triggerAuthor: 'Lance',
    turnId,
  });
  await writeThought(consumer, { ...thought, type: 'mood', content: 'It is late.' });
});

describe('goals and monologue', () => {
  it('travel with an agent, with their words and no more trust than they had', async () => {
    const mind = mindSchema.parse(await exportMind(operator, from));
    expect(mind.goals).toMatchObject([
      { goal: 'Ship it', priority: 90, context: 'Q2', trust: 'owner' },
      { goal: 'Ship it', priority: 10, trust: 'unverified' },
    ]);
    expect(mind.monologue).toMatchObject([
      { channel: '10', thought_type: 'question', content: 'Who tests it?', trigger_message_id: '8850' },
      { thought_type: 'mood', content: 'It is late.', trigger_message_id: null },
    ]);
    expect(await importMind(operator, to, mind)).toEqual({ goals: 2, thoughts: 2 });
    expect(await exportMind(operator, to)).toEqual(mind);
    expect(await listGoals(consumer, to, 'all', { trust: 'owner' })).toHaveLength(1);
    expect(await listThoughts(consumer, to, { limit: 10 })).toMatchObject([
      { content: 'It is late.' },
      { content: 'Who tests it?', turnId: null },
    ]);
  });

  it('beyond what travels are counted, and those that nobody vouches for stay before others', async () => {
    const full = await createAgent(operator, { name: 'full', persona: 'p' });
    await writeThought(consumer, {
      agentId: full.id,
      channel: '10',
      type: 'reaction',
      rule: 'given',
      content: 'Mine.',
      trust: 'owner',
      now,
    });
    await database.admin(
      `insert into salience.pfc_monologue (agent_id, channel, thought_type, content, trust, created_at)
       select $1, '10', 'reaction', 'flood', 'unverified', $2::timestamptz + interval '1 second' from generate_series(1, $3)`,
      [full.id, now, mindThoughtsMax + 5],
    );
    const mind = mindSchema.parse(await exportMind(operator, full.id));
    expect(mind.monologue).toHaveLength(mindThoughtsMax);
    expect(mind.monologue[0]).toMatchObject({ content: 'Mine.', trust: 'owner' });
    expect(mind.left_out).toBe(6);
  });

  it('that were imported before are not taken again; what changed is, and the rest stays', async () => {
    const mind = await exportMind(operator, from);
    expect(await importMind(operator, to, mind)).toEqual({ goals: 2, thoughts: 0 });
    const [first] = mind.goals;
    const done = {
      ...(first as typeof first & object),
      status: 'completed' as const,
      completed_at: now.toISOString(),
    };
    await importMind(operator, to, { goals: [done], monologue: [] });
    expect((await listGoals(consumer, to, 'all')).map(({ status, trust }) => [trust, status])).toEqual([
      ['owner', 'completed'],
      ['unverified', 'active'],
    ]);
    expect(await listGoals(consumer, from, 'active')).toHaveLength(2);
  });
});
