/**
 * Do idle thoughts surface where no word leads to them? Two made-up lives of twelve topics each. An agent of each life thinks through
 * simulated hours in the real cognitive-drift process; then messages that share no content word with their topic's talk are sent
 * through the real consumer and digest, each in a thread of its own, and it is looked up what the model was shown.
 *
 *   node eval/drift.ts [--hours 24]
 *
 * Three arms get the same messages: `drift`; `control`, with the same memory but as many thoughts about the other life; and `none`,
 * with drift switched off. Prints one line of JSON: the share of messages (per cent) with a thought in their context that shares no
 * word stem with them, and the differences with the bounds of a paired bootstrap over messages.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import type { AgentId } from '@salience/contracts';
import { startPrivatePostgres } from '@salience/embedded';
import {
  clockControl,
  databaseHandle,
  prepareDatabase,
  preparedModelCache,
  type SpawnedApp,
  scratchFolder,
  spawnApp,
  type TestDatabase,
  until,
} from '@salience/testing';
import { lives } from './src/drift/corpus.ts';
import { copyThoughts, plantAgent, plantLife } from './src/drift/plant-life.ts';
import { pairedBootstrap } from './src/memory/bootstrap.ts';

const { values } = parseArgs({ options: { hours: { type: 'string', default: '24' } } });
const start = new Date('2030-01-01T12:00:00Z');
/** A busy machine takes its time to start a process. */
const readyMs = 120_000;
const stepMs = 15 * 60_000;
const steps = (Number(values.hours) * 3_600_000) / stepMs;

interface Asked {
  readonly episode: string;
  readonly text: string;
}

/** An agent's messages, each with the episode it is about. */
interface Arm {
  readonly name: string;
  readonly agentId: AgentId;
  readonly asked: readonly Asked[];
}

interface Surfaced {
  /** A thought in the context that shares no word stem with the message. */
  readonly wordless: boolean;
  /** That, and it rests on the episode that the message is about. */
  readonly apt: boolean;
}

const folder = scratchFolder('drift');
const postgres = await startPrivatePostgres({ dataDir: join(folder, 'postgres'), endWithCaller: true });
await preparedModelCache();
await prepareDatabase(postgres.url(), 'salience');
const database = databaseHandle(postgres.url(), 'salience');
try {
  process.stdout.write(`${JSON.stringify(await evaluate(database))}\n`);
} finally {
  await database.close();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function evaluate(db: TestDatabase) {
  const clock = clockControl(db);
  await clock.set(start, 0);
  const arms = await plantArms(db);
  const ofName = (name: string): Arm => arms.find((arm) => arm.name === name) as Arm;
  const env = { SALIENCE_CLOCK: 'shared' };
  const drift = await spawnApp('cognitive-drift', {
    database: db,
    readyMs,
    env: { ...env, SALIENCE_DRIFT_LOOK_MS: '50', SALIENCE_DRIFT_TOKENS: '10000000' },
  });
  // Only two of the agents think: the others must stay as they are.
  await db.admin(
    `insert into salience.drift_agents (agent_id, next_at) select id, 'infinity' from salience.agents where not id = any($1)`,
    [[ofName('one.drift').agentId, ofName('other.drift').agentId]],
  );
  for (let step = 0; step < steps; step += 1) {
    await clock.advance(stepMs);
    await looked(db, clock);
  }
  await drift.stop();
  await copyThoughts(db, ofName('one.drift').agentId, ofName('other.control').agentId);
  await copyThoughts(db, ofName('other.drift').agentId, ofName('one.control').agentId);
  const apps = [
    await spawnApp('digest', { database: db, env, readyMs }),
    await spawnApp('consumer', { database: db, env, readyMs }),
  ];
  const results = new Map<string, Surfaced[]>();
  for (const arm of arms) results.set(arm.name, await ask(db, apps[1] as SpawnedApp, arm));
  for (const app of apps) await app.stop();
  const [thoughts] = await db.admin<{ n: number; types: Record<string, number> }>(
    `select sum(n)::int as n, jsonb_object_agg(type, n) as types from (
       select type, count(*)::int as n from salience.thoughts where agent_id = any($1) group by type) t`,
    [[ofName('one.drift').agentId, ofName('other.drift').agentId]],
  );
  return { thoughts, ...figures(results) };
}

async function plantArms(db: TestDatabase): Promise<Arm[]> {
  const arms: Arm[] = [];
  for (const life of ['one', 'other'] as const) {
    for (const kind of ['drift', 'control', 'none']) {
      const name = `${life}.${kind}`;
      const agentId = await plantAgent(db, name);
      const episodes = await plantLife(db, agentId, lives[life], start);
      const asked = lives[life].flatMap(({ probes }, place) =>
        probes.map((text) => ({ text, episode: episodes[place] as string })),
      );
      arms.push({ name, agentId, asked });
    }
  }
  return arms;
}

/** Waits until every agent whose time had come was looked at. */
async function looked(db: TestDatabase, clock: ReturnType<typeof clockControl>): Promise<void> {
  const now = await clock.now();
  await until(
    async () => {
      const [row] = await db.admin<{ n: number }>(
        `select count(*)::int as n from salience.agents a left join salience.drift_agents d on d.agent_id = a.id
         where d.agent_id is null or d.owner is not null or d.next_at <= $1`,
        [now],
      );
      return row?.n === 0;
    },
    { what: 'every agent to have had its turn', timeoutMs: 60_000 },
  );
}

async function ask(db: TestDatabase, consumer: SpawnedApp, arm: Arm): Promise<Surfaced[]> {
  const results: Surfaced[] = [];
  for (const { episode, text } of arm.asked) {
    const response = await fetch(`${consumer.httpUrl()}/chat`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-agent': arm.agentId },
      body: JSON.stringify({ text, thread_id: `${arm.name}-${results.length}` }),
    });
    // The stream ends with the turn.
    await response.text();
    const turnId = response.headers.get('x-turn-id');
    if (!response.ok || turnId === null)
      throw new Error(`expected a turn for "${text}", got ${response.status}`);
    const [row] = await db.admin<Surfaced>(
      `with shown as (
         select t.grounding_episode_id as episode from salience.contexts c cross join jsonb_array_elements(c.body->'items') i
         join salience.thoughts t on t.id = i->>'id'
         where c.turn_id = $1 and (i->>'included')::boolean
           and not exists (select 1 from unnest(to_tsvector('english', $2)) m join unnest(t.search) w on w.lexeme = m.lexeme))
       select exists (select 1 from shown) as wordless, exists (select 1 from shown where episode = $3) as apt`,
      [turnId, text, episode],
    );
    results.push(row as Surfaced);
  }
  return results;
}

function figures(results: ReadonlyMap<string, readonly Surfaced[]>) {
  const of = (kind: string, key: keyof Surfaced) =>
    (['one', 'other'] as const).flatMap((life) =>
      (results.get(`${life}.${kind}`) ?? []).map((row) => (row[key] ? 100 : 0)),
    );
  const mean = (numbers: readonly number[]) => numbers.reduce((sum, n) => sum + n, 0) / numbers.length;
  const against = (kind: string) => {
    const theirs = of(kind, 'wordless');
    const {
      high,
      low,
      mean: gain,
    } = pairedBootstrap(of('drift', 'wordless').map((n, at) => n - (theirs[at] ?? 0)));
    return { gain: round(gain), bounds: [round(low), round(high)] };
  };
  return {
    messages: of('drift', 'wordless').length,
    surfaced: {
      drift: round(mean(of('drift', 'wordless'))),
      driftApt: round(mean(of('drift', 'apt'))),
      control: round(mean(of('control', 'wordless'))),
      none: round(mean(of('none', 'wordless'))),
    },
    againstControl: against('control'),
    againstNone: against('none'),
  };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
