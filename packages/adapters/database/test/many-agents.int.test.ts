import { testDatabase } from '@salience/testing';
import pg from 'pg';
import { expect, test } from 'vitest';

const database = await testDatabase();
const agents = 20_000;
const idOf = (prefix: string, n: number): string => `${prefix}_${n.toString(16).padStart(32, '0')}`;
const two = [idOf('thr', 1_000), idOf('thr', 15_000)] as const;
const agentId = idOf('agt', 1_000);

await database.admin(
  `insert into salience.agents (id, name, persona, settings)
   select 'agt_' || lpad(to_hex(n), 32, '0'), 'agent-' || n, '', '{}' from generate_series(1, $1::integer) n`,
  [agents],
);
await database.admin(
  `insert into salience.threads (id, agent_id, key, source, session, created_at, last_activity_at)
   select 'thr_' || lpad(to_hex(n), 32, '0'), 'agt_' || lpad(to_hex(n), 32, '0'), 'own', 'test', '{}', now(), now() from generate_series(1, $1::integer) n`,
  [agents],
);
for (const table of ['lanes', 'memory_progress'])
  await database.admin(
    `insert into salience.${table} (thread_id, agent_id)
     select 'thr_' || lpad(to_hex(n), 32, '0'), 'agt_' || lpad(to_hex(n), 32, '0') from generate_series(1, $1::integer) n`,
    [agents],
  );
await database.admin('vacuum analyze');

/** Pages that a call of a function looks at, once its plans are made. */
async function pagesOf(role: Parameters<typeof database.urlFor>[0], call: string, body?: unknown) {
  const client = new pg.Client({ connectionString: database.urlFor(role) });
  const argument = body === undefined ? '' : `${pg.escapeLiteral(JSON.stringify(body))}::jsonb`;
  await client.connect();
  try {
    await client.query('begin');
    await client.query("select set_config('app.agent', $1, true)", [agentId]);
    let pages = Infinity;
    for (let n = 0; n < 3; n += 1) {
      const { rows } = await client.query<{ 'QUERY PLAN': { Plan: Record<string, number> }[] }>(
        `explain (analyze, buffers, format json) select salience.${call}(${argument})`,
      );
      const plan = rows[0]?.['QUERY PLAN'][0]?.Plan ?? {};
      pages = (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
    }
    await client.query('rollback');
    return pages;
  } finally {
    await client.end();
  }
}

test('law 17: a batch of turns that end looks at its own lanes, however many agents there are', async () => {
  const items = two.map((threadId) => ({
    agentId,
    threadId,
    turnId: 'turn_x',
    seq: 1,
    fence: 7,
    now: '2026-01-01T00:00:00Z',
    state: 'answered',
  }));
  expect(await pagesOf('salience_digest', 'commit_turns', items)).toBeLessThan(200);
});

test('law 17: watermarks of memory are advanced by their threads, however many agents there are', async () => {
  const threads = two.map((threadId) => ({ threadId, from: 0, to: 0, chunkedSeq: 0 }));
  const body = { agentId, now: '2026-01-01T00:00:00Z', silenceMs: 600_000, tellFrom: 3, threads };
  expect(await pagesOf('salience_memory_chunker', 'advance_chunked', body)).toBeLessThan(200);
  expect(await pagesOf('salience_episodic', 'advance_told', body)).toBeLessThan(200);
  const look = { agentId, now: '2026-01-01T00:00:00Z', most: 64 };
  expect(await pagesOf('salience_memory_chunker', 'load_untold', { ...look, of: 'chunk' })).toBeLessThan(200);
  expect(await pagesOf('salience_episodic', 'load_untold', look)).toBeLessThan(200);
});

test('law 17: whether the fleet rests is asked of lanes that have work, not of all', async () => {
  expect(await pagesOf('salience_cognitive_drift', 'fleet_rest')).toBeLessThan(200);
});
