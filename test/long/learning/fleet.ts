import { randomUUID } from 'node:crypto';
import { type Decision, decodeDecision, type Mode } from '@salience/contracts';
import { asPerson, spawnApp, type SpawnedApp, type TestDatabase } from '@salience/testing';
import { readEvents } from '@salience/testing/load';
import type { Answered } from '@salience/testing/personas';
import { makeHands } from './hands.ts';

/** Where a run has its rows and its queues. */
export interface LearningStores {
  readonly database: TestDatabase;
  /** REDIS_URL, a prefix, or nothing. */
  readonly env: Readonly<Record<string, string>>;
}

/** The apps that answer and learn, as processes. */
export interface LearningFleet {
  /** Says something to an agent and hears the end of its turn. */
  say(said: { readonly thread: string; readonly person: string; readonly text: string }): Promise<Answered>;
  /** Processes that ended although nobody stopped them, and what they logged as errors. */
  troubles(): readonly string[];
  /** How each cycle of the fleet's policy ended, by the regulator's own account. */
  outcomes(): readonly string[];
  /** Stops them. Idempotent. */
  stop(): Promise<void>;
}

/** Who answers, and who learns: two of each that may be several. */
const apps = ['consumer', 'digest', 'digest', 'routing-regulator'] as const;
/** A busy machine takes its time to start a process. */
const readyMs = 120_000;
const errorChars = 600;

/** Loops look often, as a day passes within seconds; business rhythms are those of production. */
const env = {
  SALIENCE_CLOCK: 'shared',
  SALIENCE_EVENT_LEVEL: 'debug',
  SALIENCE_LABELS_MS: '200',
  SALIENCE_LEARNING_MS: '200',
} as const;

/**
 * What agents can do. `rules`: whatever is taken for an order is carried out, and there is no embedding model, so decisions rest on the weights of
 * rules, of which .4 in all is much; with one, likeness decides nearly all of this traffic whatever they are. `plain`: as they come.
 */
export type Setup = 'plain' | 'rules';

/** Makes so many agents, each with the people who are its own: whoever an agent does not know labels nothing. Resolves with the agent of each person. */
async function createAgents(
  database: TestDatabase,
  agents: number,
  persons: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const agentOf = new Map(persons.map((person, place) => [person, `agent-${(place % agents) + 1}`]));
  for (const agent of new Set(agentOf.values())) {
    const speakers = persons.filter((person) => agentOf.get(person) === agent);
    await database.admin(
      `insert into salience.agents (id, name, persona, settings)
       select $1, $2, persona, settings || jsonb_build_object('speakers', $3::jsonb) from salience.agents where name = 'default'`,
      [`agt_${randomUUID().replaceAll('-', '')}`, agent, JSON.stringify(speakers)],
    );
  }
  return agentOf;
}

/** Starts them on these stores, with so many agents; each person talks to one of them. */
export async function startFleet(
  stores: LearningStores,
  agents: number,
  persons: readonly string[],
  setup: Setup,
): Promise<LearningFleet> {
  const agentOf = await createAgents(stores.database, agents, persons);
  const troubles: string[] = [];
  let stopping: Promise<unknown> | undefined;
  const hands = setup === 'rules' ? await makeHands() : null;
  const started = await Promise.all(
    apps.map((app) =>
      spawnApp(app, {
        database: stores.database,
        queues: { env: stores.env },
        env: { ...env, ...(hands === null ? {} : { ...hands.env, SALIENCE_EMBEDDER: 'off' }) },
        readyMs,
        onOutput: (text) =>
          void troubles.push(
            ...text
              .split('\n')
              .filter((line) => /"level":"(?:error|fatal)"/.test(line))
              .map((line) => line.slice(0, errorChars)),
          ),
      }),
    ),
  );
  for (const one of started)
    void one.exited.then(() => stopping === undefined && troubles.push(`${one.app} ended by itself`));
  const url = (started[0] as SpawnedApp).httpUrl();
  return {
    say: (said) => hear(stores.database, url, agentOf.get(said.person) ?? 'default', said),
    troubles: () => troubles,
    outcomes: () =>
      started.flatMap((app) =>
        app
          .lines()
          .filter(({ msg, policy }) => msg === 'cycle ended' && policy === 'fleet')
          .map(({ outcome }) => String(outcome)),
      ),
    async stop() {
      stopping ??= Promise.all(started.map((app) => app.stop())).then(() => hands?.close());
      await stopping;
    },
  };
}

async function hear(
  database: TestDatabase,
  url: string,
  agent: string,
  { person, text, thread }: { readonly thread: string; readonly person: string; readonly text: string },
): Promise<Answered> {
  const response = await fetch(`${url}/chat`, {
    method: 'POST',
    headers: {
      ...asPerson,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
      'x-agent': agent,
    },
    body: JSON.stringify({ text, thread_id: thread, speaker: person }),
    signal: AbortSignal.timeout(120_000),
  });
  if (!response.ok) throw new Error(`POST /chat answered ${response.status}: ${await response.text()}`);
  const turn = response.headers.get('x-turn-id') ?? '';
  let reply: string | null = null;
  let state: string | undefined;
  for await (const event of readEvents(response)) {
    if (event.type === 'message') reply = String(event.data['text']);
    if (event.type === 'done') state = String(event.data['state']);
  }
  const decision = await decisionOf(database, turn);
  if (decision === undefined) throw new Error(`"${text}" ended as ${String(state)} without a decision.`);
  return { mode: seenMode(decision), reply, turn };
}

/** The mode that a person sees: an action that was taken, else what the turn ended in. */
export function seenMode({ modeInitial, modeTerminal, reroute }: Decision): Mode {
  const acted = modeInitial === 'ACT' && (reroute?.signals['acted'] ?? 0) > 0;
  return acted ? 'ACT' : modeTerminal;
}

async function decisionOf(database: TestDatabase, turn: string): Promise<Decision | undefined> {
  const [row] = await database.admin<{ decision: Buffer | null }>(
    'select decision from salience.turn_ends where turn_id = $1',
    [turn],
  );
  return row?.decision ? decodeDecision(row.decision) : undefined;
}
