/**
 * Do idle thoughts surface where no word leads to them? Five made-up lives of twelve topics each. An agent of each life thinks through
 * simulated hours in the real cognitive-drift process; then messages that share no content word with their topic's talk are sent
 * through the real consumer and digest, each in a thread of its own, and it is looked up what the model was shown.
 *
 *   node eval/drift.ts [--hours 8]
 *
 * Three arms get the same messages: `drift`; `control`, with the same memory but as many thoughts about another life; and `none`,
 * with drift switched off. Prints one line of JSON: the share of messages (per cent) with a thought in their context that shares no
 * word stem with them, and the differences with the bounds of a paired bootstrap over topics. `heldOut` are the three lives that were
 * made up after the line of nearness had been chosen, `inSample` the two that it was chosen on. `crossValidated` chooses it anew: for
 * each life on the four others.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import type { AgentId } from '@salience/contracts';
import { startPrivatePostgres } from '@salience/embedded';
import {
  asPerson,
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
import { crossValidated, type Outcome, surfaced } from './src/drift/figures.ts';
import { isLaterLife, type LifeName, readLives } from './src/drift/lives.ts';
import { type Nearest, openNearness } from './src/drift/nearness.ts';
import { copyThoughts, plantAgent, plantLife } from './src/drift/plant-life.ts';

const { values } = parseArgs({ options: { hours: { type: 'string', default: '8' } } });
const start = new Date('2030-01-01T12:00:00Z');
/** A busy machine takes its time to start a process. */
const readyMs = 120_000;
const stepMs = 15 * 60_000;
const steps = (Number(values.hours) * 3_600_000) / stepMs;

const lives = readLives();
type Life = LifeName;
const lifeNames = Object.keys(lives) as Life[];
const kinds = ['drift', 'control', 'none'] as const;
type Kind = (typeof kinds)[number];

interface Asked {
  readonly episode: string;
  readonly text: string;
  readonly topic: number;
}

/** An agent's messages, each with the episode it is about. */
interface Arm {
  readonly life: Life;
  readonly kind: Kind;
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
const modelCache = await preparedModelCache();
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
  const armOf = (life: Life, kind: Kind): Arm =>
    arms.find((arm) => arm.life === life && arm.kind === kind) as Arm;
  const thinking = lifeNames.map((life) => armOf(life, 'drift').agentId);
  await thinkThrough(db, clock, thinking);
  for (const [place, life] of lifeNames.entries()) {
    const next = lifeNames[(place + 1) % lifeNames.length] as Life;
    await copyThoughts(db, armOf(life, 'drift').agentId, armOf(next, 'control').agentId);
  }
  const env = { SALIENCE_CLOCK: 'shared' };
  const [consumer, digest] = await Promise.all([
    spawnApp('consumer', { database: db, env, readyMs }),
    spawnApp('digest', { database: db, env, readyMs }),
  ]);
  const nearness = await openNearness(db, modelCache);
  const outcomes: Outcome[] = [];
  for (const life of lifeNames) {
    const of = async (kind: Kind) => ask(db, consumer, armOf(life, kind));
    const [drift, control, none] = [await of('drift'), await of('control'), await of('none')];
    const { asked } = armOf(life, 'drift');
    const texts = asked.map(({ text }) => text);
    const near = {
      drift: await nearness.of(armOf(life, 'drift').agentId, texts),
      control: await nearness.of(armOf(life, 'control').agentId, texts),
    };
    outcomes.push(
      ...asked.map(({ topic }, at) => ({
        life,
        topic,
        drift: drift[at]?.wordless === true,
        apt: drift[at]?.apt === true,
        control: control[at]?.wordless === true,
        none: none[at]?.wordless === true,
        near: { drift: near.drift[at] as Nearest, control: near.control[at] as Nearest },
      })),
    );
  }
  await Promise.all([consumer.stop(), digest.stop(), nearness.close()]);
  const [thoughts] = await db.admin<{ n: number; types: Record<string, number> }>(
    `select sum(n)::int as n, jsonb_object_agg(type, n) as types from (
       select type, count(*)::int as n from salience.thoughts where agent_id = any($1) group by type) t`,
    [thinking],
  );
  return {
    thoughts,
    line: Math.round(nearness.line * 1_000) / 1_000,
    heldOut: surfaced(outcomes.filter(({ life }) => isLaterLife(life as Life))),
    inSample: surfaced(outcomes.filter(({ life }) => !isLaterLife(life as Life))),
    crossValidated: crossValidated(outcomes),
  };
}

/** Lets these agents think, and nobody else: the others must stay as they are. */
async function thinkThrough(
  db: TestDatabase,
  clock: ReturnType<typeof clockControl>,
  thinking: readonly AgentId[],
): Promise<void> {
  const drift = await spawnApp('cognitive-drift', {
    database: db,
    readyMs,
    env: { SALIENCE_CLOCK: 'shared', SALIENCE_DRIFT_LOOK_MS: '50', SALIENCE_DRIFT_TOKENS: '10000000' },
  });
  await db.admin(
    `insert into salience.drift_agents (agent_id, next_at) select id, 'infinity' from salience.agents where not id = any($1)`,
    [thinking],
  );
  for (let step = 0; step < steps; step += 1) {
    await clock.advance(stepMs);
    await looked(db, clock);
  }
  await drift.stop();
}

async function plantArms(db: TestDatabase): Promise<Arm[]> {
  const arms: Arm[] = [];
  for (const life of lifeNames) {
    for (const kind of kinds) {
      const agentId = await plantAgent(db, `${life}.${kind}`);
      const episodes = await plantLife(db, agentId, lives[life], start);
      const asked = lives[life].flatMap(({ probes }, topic) =>
        probes.map((text) => ({ text, topic, episode: episodes[topic] as string })),
      );
      arms.push({ life, kind, agentId, asked });
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
      headers: { ...asPerson, 'content-type': 'application/json', 'x-agent': arm.agentId },
      body: JSON.stringify({ text, thread_id: `${arm.life}-${arm.kind}-${results.length}` }),
    });
    // The stream ends with the turn.
    await response.text();
    const turnId = response.headers.get('x-turn-id');
    if (!response.ok || turnId === null)
      throw new Error(`expected a turn for "${text}", got ${response.status}`);
    const [row] = await db.admin<Surfaced>(
      `with shown as (
         select t.grounding_episode_id as episode from salience.contexts c cross join jsonb_array_elements(c.body->'items') i
         join salience.thoughts t on t.id = i->>0
         where c.turn_id = $1 and i->>6 = '1'
           and not exists (select 1 from unnest(to_tsvector('english', $2)) m join unnest(t.search) w on w.lexeme = m.lexeme))
       select exists (select 1 from shown) as wordless, exists (select 1 from shown where episode = $3) as apt`,
      [turnId, text, episode],
    );
    results.push(row as Surfaced);
  }
  return results;
}
