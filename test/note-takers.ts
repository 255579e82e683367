import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  asPerson,
  backends,
  createFakeModelServer,
  effectsByKey,
  fakeMcpProgram,
  faultsEnv,
  type ModelRequest,
  queueNamespace,
  scratchFolder,
  type SpawnedApp,
  spawnApp,
  testDatabase,
  until,
} from '@salience/testing';
import { expect } from 'vitest';

/** Every moment between two statements of a turn that acts. */
export const actingPoints = [
  'digest.classified',
  'digest.act-planned',
  'digest.act-ruled',
  'digest.act-started',
  'digest.act-done',
  'digest.act-stored',
  'digest.act-closed',
  'digest.generating',
  'digest.before-commit',
  'digest.after-commit',
] as const;

/**
 * How often an effect may have happened, by the end of its step. Where a worker was lost between start and end nobody knows; a call
 * whose tool server was not up in time on a busy machine was not run, and says so.
 */
const happened: Readonly<Record<string, readonly number[]>> = {
  succeeded: [1],
  unknown: [0, 1],
  failed: [0],
};

interface Step {
  readonly kind: string;
  readonly state: string;
  readonly idempotencyKey: string | null;
}

/** A turn as its rows tell it. */
export interface SeenTurn {
  readonly turnId: string;
  readonly text: string;
  readonly state: string;
  readonly reply: string | null;
  readonly terminals: number;
  readonly steps: readonly Step[];
}

/** A fleet whose digests write notes with a tool that has an effect. */
export interface NoteTakers {
  /** Starts a digest with faults of its own. */
  start(faults: Parameters<typeof faultsEnv>[0]): Promise<SpawnedApp>;
  /** Says that the `n`th thing is to be written down, in a thread of its own. */
  send(n: number): Promise<void>;
  /** Resolves with the turns when all have ended. */
  ended(): Promise<SeenTurn[]>;
  /** Expects every turn to be answered once, and its effect to have happened once, or that nobody knows. Returns the turns of which nobody knows. */
  judge(turns: readonly SeenTurn[]): SeenTurn[];
}

/** Starts consumer and scheduler; digests are started by the test. All end with the test file. */
export async function startNoteTakers(): Promise<NoteTakers> {
  const server = await createFakeModelServer();
  server.script(script);
  const program = fakeMcpProgram();
  const database = await testDatabase();
  const queues = await queueNamespace(backends()[0] ?? 'postgres', database);
  const file = join(scratchFolder('mcp'), 'servers.json');
  const tools = { note: { tier: 'organise' } };
  writeFileSync(file, JSON.stringify({ mcpServers: { fake: { ...program.config, tools } } }));
  const own = { SALIENCE_EMBEDDER: 'off', SALIENCE_CONCURRENCY: '1', SALIENCE_MCP_CONFIG: file };
  const models = { ...server.env, SALIENCE_MODEL_TIEBREAK: 'offline' };
  const [consumer] = await Promise.all([
    spawnApp('consumer', { database, queues }),
    spawnApp('scheduler', { database, queues, env: { SALIENCE_SWEEP_MS: '300' } }),
  ]);
  const seen = (): Promise<SeenTurn[]> =>
    database.admin<SeenTurn & Record<string, unknown>>(
      `select t.id as "turnId", t.text, t.state, r.text as reply,
        (select count(*)::int from salience.terminal_events e where e.turn_id = t.id) as terminals,
        (select coalesce(jsonb_agg(salience.act_step_view(s) order by s.n), '[]') from salience.act_steps s
          where s.run_id = t.id) as steps
       from salience.turns t left join salience.replies r on r.turn_id = t.id order by t.seq`,
    );
  return {
    start: (faults) =>
      spawnApp('digest', {
        database,
        queues,
        readyMs: 90_000,
        env: { ...own, ...models, ...faultsEnv(faults) },
      }),
    async send(n) {
      const response = await fetch(`${consumer.httpUrl()}/messages`, {
        method: 'POST',
        headers: { ...asPerson, 'content-type': 'application/json' },
        body: JSON.stringify({
          text: `Please write thing ${n} into the notebook for me.`,
          thread_id: `note-${n}`,
        }),
      });
      expect(response.status, await response.text()).toBe(202);
    },
    ended: () =>
      until(
        async () => {
          const rows = await seen();
          return rows.every(({ state }) => state !== 'pending' && state !== 'running') ? rows : undefined;
        },
        { what: 'every turn to end', timeoutMs: 90_000, everyMs: 200 },
      ),
    judge: (turns) => judge(turns, effectsByKey(program.journal)),
  };
}

/** Plans one note with the message's own words; once its result is there, nothing more. */
function script({ messages }: ModelRequest) {
  const asked = JSON.stringify(messages);
  if (!asked.includes('mode=\\"ACT\\"'))
    return { text: asked.includes('outcome=\\"unknown\\"') ? 'Nobody knows.' : 'Noted.' };
  const [words] = /thing \d+/.exec(asked) ?? ['nothing'];
  const done = messages.some(({ role }) => role === 'tool');
  return done ? { text: 'That is all.' } : { calls: [{ tool: 'fake__note', arguments: { text: words } }] };
}

function judge(turns: readonly SeenTurn[], effects: ReadonlyMap<string, number>): SeenTurn[] {
  for (const turn of turns) {
    expect(turn, turn.text).toMatchObject({ state: 'answered', terminals: 1 });
    const actions = turn.steps.filter((step) => step.kind === 'action');
    expect(actions, turn.text).toHaveLength(1);
    const [action] = actions;
    const times = effects.get(action?.idempotencyKey ?? '') ?? 0;
    expect(happened[action?.state ?? ''], turn.text).toContain(times);
    // The planner's last words are the reply, unless whoever took the run over had it written.
    expect(action?.state === 'unknown' ? ['Nobody knows.'] : ['That is all.', 'Noted.']).toContain(
      turn.reply,
    );
  }
  expect([...effects.values()].every((times) => times === 1)).toBe(true);
  return turns.filter(({ steps }) => steps.some(({ state }) => state === 'unknown'));
}
