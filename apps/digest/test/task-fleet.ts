import type { AgentId, Id, ThreadId, TurnId } from '@salience/contracts';
import type { Database } from '@salience/database';
import { findAgent } from '@salience/database/agents';
import { findTask, listTasks, type TaskRow, type TaskStepRow } from '@salience/database/tasks';
import { loadTurns, type TurnRow } from '@salience/database/turns';
import {
  acceptSaid,
  backends,
  clockControl,
  type SpawnedApp,
  spawnApp,
  type TestDatabase,
  testDatabase,
  type TestQueues,
  testQueues,
  until,
} from '@salience/testing';

/** Digest and scheduler as processes, on business time that the test moves. */
export interface TaskFleet {
  readonly database: TestDatabase;
  readonly queues: TestQueues;
  readonly db: Database;
  readonly agentId: AgentId;
  readonly clock: ReturnType<typeof clockControl>;
  /** `readyMs`: how long it may take to become ready; 0 does not wait for one that may die before. */
  spawn(
    app: 'consumer' | 'digest' | 'scheduler',
    env?: Readonly<Record<string, string>>,
    readyMs?: number,
  ): Promise<SpawnedApp>;
  /** Says something as the person, in a conversation of its own unless told, and gives the turn once it has ended. */
  say(text: string, more?: Parameters<typeof acceptSaid>[2]): Promise<TurnRow>;
  /** The one task of the agent, or the latest. */
  latest(): Promise<TaskRow>;
  /** The task with its steps once it is so. */
  untilTask(id: string, isSo: (task: TaskRow) => boolean, timeoutMs?: number): Promise<TaskFound>;
  /** What was told in a thread by turns of a source, once there are so many. */
  told(threadId: ThreadId, source: string, count?: number): Promise<readonly string[]>;
}

/** A task with its steps. */
export interface TaskFound {
  readonly task: TaskRow;
  readonly steps: readonly TaskStepRow[];
}

/** True for a task that has ended. */
export const isOver = ({ endedAt }: TaskRow): boolean => endedAt !== null;

/** How soon processes notice what is due and who died. */
const quick = {
  SALIENCE_CLOCK: 'shared',
  SALIENCE_TASKS_MS: '200',
  SALIENCE_SWEEP_MS: '200',
};

/** Makes one; everything closes with the test file. */
export async function taskFleet(): Promise<TaskFleet> {
  const [backend = 'postgres'] = backends();
  const database = await testDatabase();
  const queues = await testQueues(backend, database);
  const db = database.connect('salience_consumer');
  const agent = await findAgent(db, 'default');
  if (agent === undefined) throw new Error('no default agent');
  const agentId = agent.id;
  const clock = clockControl(database);
  await clock.set(new Date('2030-03-01T12:00:00Z'));
  const load = async (turnId: TurnId): Promise<TurnRow | undefined> =>
    (await loadTurns(db, agentId, [turnId]))[0];
  let callers = 0;
  const fleet: TaskFleet = {
    database,
    queues,
    db,
    agentId,
    clock,
    spawn: (app, env = {}, readyMs = 60_000) =>
      spawnApp(app, { database, queues, readyMs, env: { ...quick, ...env } }),
    async say(text, more = {}) {
      const place = more.threadId === undefined ? { caller: `person ${(callers += 1)}` } : {};
      const { turnId } = await acceptSaid(db, text, { agentId, now: await clock.now(), ...place, ...more });
      return await until(
        async () => {
          const turn = await load(turnId);
          return turn === undefined || ['pending', 'running'].includes(turn.state) ? undefined : turn;
        },
        { what: `the answer to "${text}"`, timeoutMs: 40_000 },
      );
    },
    async latest() {
      const [task] = await listTasks(db, agentId, { limit: 1 });
      if (task === undefined) throw new Error('there is no task');
      return task;
    },
    async untilTask(id, isSo, timeoutMs = 40_000) {
      let seen: TaskFound | undefined;
      return await until(
        async () => {
          seen = await findTask(db, agentId, id);
          return seen !== undefined && isSo(seen.task) ? seen : undefined;
        },
        { what: `task ${id} to be so`, timeoutMs },
      ).catch((error: unknown) => {
        throw new Error(`${String(error)}: ${JSON.stringify(seen)}`);
      });
    },
    async told(threadId, source, count = 1) {
      return await until(
        async () => {
          const rows = await database.admin<{ text: string }>(
            `select r.text from salience.replies r join salience.turns t on t.id = r.turn_id
             where t.thread_id = $1 and t.source = $2 order by t.seq`,
            [threadId, source],
          );
          return rows.length < count ? undefined : rows.map(({ text }) => text);
        },
        { what: `${count} of ${source} in ${threadId}`, timeoutMs: 40_000 },
      );
    },
  };
  return fleet;
}

/** The id of a task as the texts of its skill name it. */
export function taskIn(text: string): Id<'task'> {
  const [id] = /tsk_[0-9a-f]+/.exec(text) ?? [];
  if (id === undefined) throw new Error(`no task in ${text}`);
  return id as Id<'task'>;
}
