import {
  auditViewSchema,
  costsViewSchema,
  laneViewSchema,
  modelHealthViewSchema,
  pageSchema,
  quarantineDetailSchema,
} from '@salience/contracts';

import { newId } from '@salience/database';
import { createAgent } from '@salience/database/agents';
import { startAudit } from '@salience/database/operators';
import { asPerson, plantQuarantined } from '@salience/testing';
import { beforeAll, expect, it } from 'vitest';
import type { z } from 'zod';
import { post, rawRequest } from './support/event-stream.ts';
import { type Fixture, startFixture } from './support/fixture.ts';
import { plantUsage } from './support/plant-fleet.ts';

let fixture: Fixture;
let at: string;

beforeAll(async () => {
  fixture = await startFixture('postgres');
  ({ at } = await fixture.serve({ cacheMs: 0 }));
});

const read = async <S extends z.ZodType>(path: string, schema: S): Promise<z.output<S>> => {
  const answer = await rawRequest(at + path, { headers: asPerson });
  expect([path, answer.status]).toEqual([path, 200]);
  return schema.parse(JSON.parse(answer.body));
};
const say = async (text: string, thread: string) =>
  (await (await post(`${at}/messages`, { text, thread_id: thread })).json()) as { turn_id: string };

it('lists lanes that wait, the longest wait first, page by page', async () => {
  const first = await say('one', 'lane-1');
  const second = await say('two', 'lane-2');
  const lanes = pageSchema(laneViewSchema);
  const page = await read('/operator/lanes?limit=1', lanes);
  expect(page.items).toMatchObject([{ turn_id: first.turn_id, state: 'waiting', turns: 1, worker_id: null }]);
  const next = await read(`/operator/lanes?cursor=${page.next ?? ''}`, lanes);
  expect(next.items.map(({ turn_id: id }) => id)).toEqual([second.turn_id]);
  expect((await read('/operator/lanes?state=running', lanes)).items).toEqual([]);
  expect((await rawRequest(`${at}/operator/lanes`)).status).toBe(401);
});

it('shows a quarantined turn with its whole message', async () => {
  const text = `the ${'long '.repeat(100)}message`;
  const { turn_id: id } = await say(text, 'poison');
  await plantQuarantined(fixture.database, id);
  expect(await read(`/operator/quarantine/${id}`, quarantineDetailSchema)).toMatchObject({
    text,
    takeovers: [],
  });
  const missing = await rawRequest(`${at}/operator/quarantine/${newId('turn')}`, {
    headers: asPerson,
  });
  expect([missing.status, missing.body]).toEqual([404, expect.stringContaining('turn.unknown')]);
});

it('sums up what models cost by day, agent, role and model, and how they do', async () => {
  const other = await createAgent(fixture.operatorDb, { name: 'other', persona: 'p' });
  await plantUsage(fixture, fixture.agentId);
  await plantUsage(fixture, other.id, new Date(Date.now() - 3 * 86_400_000));
  const costs = await read('/operator/costs?days=7', costsViewSchema);
  expect(costs.total).toMatchObject({
    calls: 8,
    errors: 2,
    cost_usd: 0.5,
    mean_ms: 1_000,
    longest_ms: 2_500,
  });
  expect(costs.days).toHaveLength(2);
  expect(costs.agents.map(({ agent }) => agent).toSorted()).toEqual(['default', 'other']);
  expect(costs.models).toMatchObject([{ provider: 'openai', model: 'large:8k', role: 'respond' }]);
  expect((await read('/operator/costs?days=1', costsViewSchema)).total.calls).toBe(4);
  const mine = await read(`/operator/costs?agent_id=${other.id}`, costsViewSchema);
  expect(mine.agents.map(({ agent }) => agent)).toEqual(['other']);
  const models = await read('/operator/models', pageSchema(modelHealthViewSchema));
  expect(models.items).toMatchObject([
    {
      provider: 'openai',
      model: 'large:8k',
      roles: ['respond'],
      week: { calls: 8, failed_over: 2 },
      today: { calls: 4 },
      last_error: { code: 'llm.stalled' },
      paused_ms: null,
      away_for: [],
    },
  ]);
});

it('finds what was done to one thing, and when', async () => {
  await startAudit(fixture.db, { actor: 'local', action: 'key.revoke', target: 'key_1' });
  await startAudit(fixture.db, { actor: 'local', action: 'key.revoke', target: 'key_2' });
  const audit = pageSchema(auditViewSchema);
  const about = await read('/operator/audit?target=key_2', audit);
  expect(about.items.map(({ target }) => target)).toEqual(['key_2']);
  const past = new Date(Date.now() - 3_600_000).toISOString();
  expect((await read(`/operator/audit?action=key.revoke&from=${past}`, audit)).items).toHaveLength(2);
  expect((await read(`/operator/audit?to=${past}`, audit)).items).toEqual([]);
});
