import { type ApiClient, concurrently, createApiClient, rerunTurn, whatIf } from '@salience/cli/client';
import {
  personToken,
  type SpawnedApp,
  spawnApp,
  type TestDatabase,
  type TestQueues,
  untilRemembered,
} from '@salience/testing';
import { databaseState } from './database-state.ts';
import { type Line, laterTalk } from './talk.ts';

/** What came of running stored turns again. */
export interface RerunReport {
  readonly turns: number;
  readonly modes: Readonly<Record<string, number>>;
  /** Decisions that were computed again, and those that came out otherwise. */
  readonly decisions: number;
  readonly decisions_differ: readonly string[];
  /** Calls whose context is kept with its hash, and those whose context is not what was sent. */
  readonly contexts: number;
  readonly contexts_differ: readonly string[];
  /** Answers that were written again, and those that came out otherwise. */
  readonly answers: number;
  readonly answers_differ: readonly string[];
  /** Why the others were not. */
  readonly not_again: Readonly<Record<string, number>>;
  /** Of a what-if over all of it, by the policy that decided. */
  readonly what_if: { readonly decisions: number; readonly changed: number };
  /** Tables that are not as they were before. */
  readonly effects: readonly string[];
  /** What was asked of the API. */
  readonly methods: readonly string[];
  readonly rerun_ms: number;
}

interface Options {
  readonly database: TestDatabase;
  readonly queues: Pick<TestQueues, 'env'>;
  readonly talk: readonly Line[];
  readonly say: (line: string) => void;
}

const talkers = ['consumer', 'digest', 'memory-chunker', 'episodic'] as const;

/** Has a talk answered and remembered by the real processes, ends all but the door, and runs every turn again. */
export async function runRerun({ database, queues, say, talk }: Options): Promise<RerunReport> {
  const apps = await Promise.all(talkers.map((app) => spawnApp(app, { database, queues })));
  const [consumer, ...others] = apps;
  if (consumer === undefined) throw new Error('expected a consumer');
  try {
    const turns = await answered(consumer, talk);
    say(`${turns.length} turns are answered`);
    await untilRemembered(database);
    turns.push(...(await answered(consumer, laterTalk)));
    await untilRemembered(database);
    await Promise.all(others.map((app) => app.stop()));
    say('remembered; only the door is left');
    return await againOf(consumer, database, turns);
  } finally {
    await Promise.all(apps.map((app) => app.stop()));
  }
}

async function againOf(
  consumer: SpawnedApp,
  database: TestDatabase,
  turns: readonly string[],
): Promise<RerunReport> {
  const methods = new Set<string>();
  const client = watched(consumer.httpUrl(), methods);
  const tally = { decisions: 0, contexts: 0, answers: 0 };
  const differ = { decisions: [] as string[], contexts: [] as string[], answers: [] as string[] };
  const notAgain: Record<string, number> = {};
  const modes: Record<string, number> = {};
  const before = await databaseState(database);
  const begun = performance.now();
  for (const turn of turns) {
    const { answer, contexts, decision } = await rerunTurn(client, turn, {
      policy: undefined,
      prompts: {},
      model: undefined,
      env: {},
    });
    if (decision !== null) {
      tally.decisions += 1;
      const mode = decision.parts[0]?.mode ?? 'none';
      modes[mode] = (modes[mode] ?? 0) + 1;
      if (!decision.equal) differ.decisions.push(turn);
    }
    const hashed = contexts.filter((one) => one.as_sent !== null);
    tally.contexts += hashed.length;
    if (hashed.length < contexts.length || hashed.some((one) => one.as_sent === false))
      differ.contexts.push(turn);
    if (answer.kind === 'none') notAgain[answer.why] = (notAgain[answer.why] ?? 0) + 1;
    else {
      tally.answers += 1;
      if (!answer.same)
        differ.answers.push(`${turn}: ${JSON.stringify({ was: answer.was, now: answer.now.text })}`);
    }
  }
  const rerunMs = Math.round(performance.now() - begun);
  const over = { from: new Date(0), to: new Date(Date.now() + 60_000), onChanged: () => {} };
  const all = await whatIf(client, { ...over, policy: { name: 'shipped', version: undefined } });
  const after = await databaseState(database);
  return {
    turns: turns.length,
    modes,
    ...tally,
    decisions_differ: differ.decisions,
    contexts_differ: differ.contexts,
    answers_differ: differ.answers,
    not_again: notAgain,
    what_if: { decisions: all.decisions, changed: all.changed },
    effects: [...new Set([...before.keys(), ...after.keys()])].filter(
      (table) => before.get(table) !== after.get(table),
    ),
    methods: [...methods],
    rerun_ms: rerunMs,
  };
}

/** A client whose methods are noted. */
function watched(url: string, methods: Set<string>): ApiClient {
  const client = createApiClient({ url, key: personToken, agent: undefined });
  return {
    ...client,
    ask(path, schema, request) {
      methods.add(request?.method ?? 'GET');
      return client.ask(path, schema, request);
    },
  };
}

/** Says each thread's lines in order, eight threads at a time, and resolves with the turns. */
async function answered(consumer: SpawnedApp, talk: readonly Line[]): Promise<string[]> {
  const threads = Map.groupBy(talk, ({ thread }) => thread);
  const turns: string[] = [];
  await concurrently(threads.values(), 8, async (lines) => {
    for (const { speaker, text, thread } of lines) {
      const response = await fetch(`${consumer.httpUrl()}/chat`, {
        method: 'POST',
        headers: { authorization: `Bearer ${personToken}`, 'content-type': 'application/json' },
        body: JSON.stringify({ text, thread_id: thread, ...(speaker === undefined ? {} : { speaker }) }),
      });
      const told = await response.text();
      // An empty message is refused at the door.
      if (response.status === 422 && text === '') continue;
      const turn = /"turn_id":"(turn_[0-9a-f]{32})"/.exec(told)?.[1];
      if (turn === undefined || !told.includes('event: done'))
        throw new Error(`"${text}" was not answered: ${told}`);
      turns.push(turn);
    }
  });
  return turns;
}
