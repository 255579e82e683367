import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  asPerson,
  checkTurns,
  type ClientEntry,
  clockControl,
  type ClockControl,
  createFakeModelServer,
  fleetSettled,
  type SpawnedApp,
  spawnApp,
  type TestDatabase,
  listedMcpProgram,
  untilRemembered,
} from '@salience/testing';
import type { Habits } from './habits.ts';
import { type Asked, type LifeModel, lifeModel, roleOf, strictSchemaOf } from './life-model.ts';
import type { Life, LifeTurn } from './life.ts';
import { shippedRecogniser } from './roles.ts';
import { strictFaults } from './strict-faults.ts';
import { instantOf } from './wall-time.ts';

/** What came of one message. */
export interface Lived {
  readonly key: string;
  readonly sentAt: Date;
  readonly state: string;
  readonly reply: string | null;
  /** What its client saw. */
  readonly entry: ClientEntry;
  /** Events that ended it, as its stream told. */
  readonly ends: number;
  readonly cited: number;
}

/** A life that was lived, and the rows that it left. */
export interface LivedLife {
  readonly lived: readonly Lived[];
  readonly asked: readonly Asked[];
  /** Requests whose schemas strict rules refuse, whoever refused them. */
  readonly refused: readonly { readonly role: string; readonly fault: string }[];
  readonly kept: KeptRows;
  readonly reminders: readonly { readonly text: string; readonly dueAt: Date; readonly state: string }[];
  /** What was said when reminders came due. */
  readonly fired: readonly { readonly text: string; readonly reply: string | null }[];
  readonly violations: readonly string[];
  /** Lines of errors, and processes that ended by themselves. */
  readonly troubles: readonly string[];
  readonly seconds: number;
}

/** What was made of the talk. */
export interface KeptRows {
  readonly facts: readonly { readonly subject: string; readonly key: string; readonly value: string }[];
  readonly traits: readonly { readonly key: string; readonly value: string; readonly ended: boolean }[];
  readonly gists: readonly { readonly content: string }[];
  readonly entities: readonly { readonly name: string }[];
  readonly times: readonly { readonly text: string }[];
  /** Pieces that were given up. */
  readonly failed: Readonly<Record<string, number>>;
}

const apps = ['consumer', 'digest', 'memory-chunker', 'episodic', 'cognitive-drift', 'scheduler'] as const;
/** A busy machine takes its time to start a process. */
const readyMs = 120_000;
const turnMs = 120_000;
const patienceMs = 120_000;
/** Longer than a thread's silence. */
const restMs = 15 * 60_000;
const zoneHeader = 'x-time-zone';

/** Loops look often, as days pass within seconds; the machine stands where nobody of the life lives. */
const env = {
  TZ: 'UTC',
  SALIENCE_CLOCK: 'shared',
  SALIENCE_SWEEP_MS: '250',
  SALIENCE_OUTBOX_MS: '100',
  SALIENCE_SCHEDULES_MS: '100',
  SALIENCE_DRIFT_LOOK_MS: '100',
} as const;

/** Lives the turns of a life (the first so many of them) through the real processes, on a database of its own. Nothing is left running. */
export async function live(
  life: Life,
  database: TestDatabase,
  habits: Habits,
  more: { readonly turns?: number | undefined; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<LivedLife> {
  const beganAt = performance.now();
  const recognise = shippedRecogniser();
  const model = lifeModel(life, recognise, habits);
  const server = await createFakeModelServer(model.script);
  const { config, journal } = listedMcpProgram([
    {
      name: life.tool.name,
      description: life.tool.description,
      inputSchema: { type: 'object', ...life.tool.parameters },
      annotations: { readOnlyHint: true },
      answer: life.tool.answer,
    },
  ]);
  const servers = join(dirname(journal), 'servers.json');
  const tools = { [life.tool.name]: { tier: 'observe', askPer: [] } };
  writeFileSync(servers, JSON.stringify({ mcpServers: { weather: { ...config, tools } } }));
  const appEnv = {
    ...env,
    ...server.env,
    SALIENCE_MCP_CONFIG: servers,
    ...more.env,
  };
  const clock = clockControl(database);
  await clock.set(instantOf(life.turns[0]?.at ?? '', life.zone), 1);
  const started: SpawnedApp[] = [];
  try {
    started.push(
      ...(await Promise.all(apps.map((app) => spawnApp(app, { database, env: appEnv, readyMs })))),
    );
    const url = (started.find(({ app }) => app === 'consumer') as SpawnedApp).httpUrl();
    const days = { life, database, clock, model, url };
    const lived = await liveTurns(days, life.turns.slice(0, more.turns));
    const rows = await rowsOf(database);
    const clientLog = lived.map(({ entry }) => entry);
    const { violations } = await checkTurns({ ownerUrl: database.ownerUrl, clientLog });
    const troubles = started.flatMap((app) => [
      ...(app.ready() ? [] : [`${app.app} ended by itself`]),
      ...app
        .log()
        .split('\n')
        .filter((line) => /"level":"(?:error|fatal)"/.test(line)),
    ]);
    const seconds = Math.round((performance.now() - beganAt) / 1_000);
    const refused = server.requests().flatMap((request) => {
      const [fault] = strictFaults(strictSchemaOf(request) ?? {});
      // What the server turned away itself never came to the script.
      if (fault === undefined && model.heard.has(request)) return [];
      return [{ role: roleOf(recognise(request), request), fault: fault ?? 'the server turned it away' }];
    });
    return { lived, asked: model.asked, refused, ...rows, violations, troubles, seconds };
  } finally {
    await Promise.all(started.map((app) => app.stop()));
    await server.close();
  }
}

interface Days {
  readonly life: Life;
  readonly database: TestDatabase;
  readonly clock: ClockControl;
  readonly model: LifeModel;
  readonly url: string;
}

async function liveTurns(days: Days, turns: readonly LifeTurn[]): Promise<Lived[]> {
  const lived: Lived[] = [];
  const threads = new Map<string, string>();
  for (const turn of turns) {
    await upTo(days, instantOf(turn.at, days.life.zone));
    const n = lived.filter(({ entry }) => entry.threadId === threads.get(turn.thread)).length + 1;
    const said = await say(days, turn, n);
    threads.set(turn.thread, said.entry.threadId);
    lived.push(said);
    await learned(days);
  }
  // What fires while the fleet comes to rest is said too, and is learned from once it falls silent.
  const waits = `select 1 from salience.memory_progress where chunk_at is not null
    union all select 1 from salience.memory_retries where due_at is not null limit 1`;
  do {
    await days.clock.advance(restMs);
    await fleetSettled(days.database, days.clock);
  } while ((await days.database.admin(waits)).length > 0);
  return lived;
}

/** Lets time pass up to an instant: first until threads have fallen silent, then from one reminder that is due to the next. */
async function upTo({ clock, database, life }: Days, at: Date): Promise<void> {
  const now = async (): Promise<number> => (await clock.now()).getTime();
  const stops = life.reminders.map((one) => instantOf(one.at, life.zone).getTime());
  const silentAt = (await now()) + restMs;
  for (const stop of [silentAt, ...stops].toSorted((a, b) => a - b)) {
    if (stop <= (await now()) || stop >= at.getTime()) continue;
    await clock.set(new Date(stop), 1);
    await fleetSettled(database, clock);
  }
  // Idle work may have moved time on a little beyond; it never goes back.
  if ((await now()) < at.getTime()) await clock.set(at, 1);
}

async function say({ clock, database, life, model, url }: Days, turn: LifeTurn, n: number): Promise<Lived> {
  const key = randomUUID();
  model.during(turn.key);
  const sentAt = await clock.now();
  const response = await fetch(`${url}/chat`, {
    method: 'POST',
    headers: {
      ...asPerson,
      'content-type': 'application/json',
      'idempotency-key': key,
      [zoneHeader]: life.zone,
    },
    body: JSON.stringify({ text: turn.text, thread_id: turn.thread }),
    signal: AbortSignal.timeout(turnMs),
  });
  // The stream ends with the turn.
  const events = await response.text();
  model.during(undefined);
  const turnId = response.headers.get('x-turn-id');
  const threadId = response.headers.get('x-thread-id');
  if (!response.ok || turnId === null || threadId === null)
    throw new Error(`POST /chat answered "${turn.key}" with ${response.status}: ${events.slice(0, 500)}`);
  const [row] = await database.admin<{ state: string; reply: string | null; cited: number }>(
    `select t.state, r.text as reply, coalesce(jsonb_array_length(r.citations), 0) as cited
     from salience.turns t left join salience.replies r on r.turn_id = t.id where t.id = $1`,
    [turnId],
  );
  const { reply = null, state = 'unknown' } = row ?? {};
  return {
    key: turn.key,
    sentAt,
    state,
    reply,
    entry: { key, n, turnId, threadId, ended: { state, reply } },
    ends: (events.match(/^event: ?done$/gm) ?? []).length,
    cited: row?.cited ?? 0,
  };
}

/** Resolves when everything that is due was learned from, as it is within seconds. */
async function learned({ clock, database }: Days): Promise<void> {
  await untilRemembered(database, { at: `'${(await clock.now()).toISOString()}'`, timeoutMs: patienceMs });
}

async function rowsOf(database: TestDatabase): Promise<Pick<LivedLife, 'fired' | 'kept' | 'reminders'>> {
  const [row] = await database.admin<{ kept: KeptRows }>(`select jsonb_build_object(
    'facts', (select coalesce(jsonb_agg(jsonb_build_object('subject', subject, 'key', key, 'value', value)), '[]') from salience.facts),
    'traits', (select coalesce(jsonb_agg(jsonb_build_object('key', key, 'value', value, 'ended', valid_to is not null)), '[]')
      from salience.traits),
    'gists', (select coalesce(jsonb_agg(jsonb_build_object('content', content)), '[]') from salience.gists),
    'entities', (select coalesce(jsonb_agg(e), '[]') from salience.chunks, jsonb_array_elements(entities) e),
    'times', (select coalesce(jsonb_agg(t), '[]') from salience.chunks, jsonb_array_elements(times) t),
    'failed', jsonb_build_object(
      'chunks', (select count(*) from salience.memory_retries where kind = 'chunk' and due_at is null),
      'episodes', (select count(*) from salience.memory_retries where kind = 'tell' and due_at is null),
      'concepts', (select count(*) from salience.memory_retries where kind = 'concepts' and due_at is null),
      'experiences', (select count(*) from salience.experiences where state = 'failed'))) as kept`);
  const reminders = await database.admin<{ text: string; dueAt: Date; state: string }>(
    `select text, due_at as "dueAt", case state when 'ended' then 'fired' when 'active' then 'pending' else state end as state
     from salience.schedules order by due_at`,
  );
  const fired = await database.admin<{ text: string; reply: string | null }>(
    `select t.text, r.text as reply from salience.occurrences o join salience.turns t on t.id = o.turn_id
     left join salience.replies r on r.turn_id = t.id order by o.slot`,
  );
  return { kept: (row as { kept: KeptRows }).kept, reminders, fired };
}
