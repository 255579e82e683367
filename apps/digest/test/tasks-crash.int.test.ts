import { faultsEnv, type SpawnedApp } from '@salience/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { isOver, type TaskFleet, taskFleet } from './task-fleet.ts';
import { plantStanding } from './task-stage.ts';

let fleet: TaskFleet;
beforeAll(async () => {
  fleet = await taskFleet();
  await plantStanding(fleet, 'list');
});

/** What the processes died at, in order. */
interface Lives {
  readonly deaths: string[];
  /** Why one could not be followed by another. */
  readonly failures: unknown[];
  /** Ends the process that lives. */
  end(): Promise<void>;
}

/** Keeps one process of an app alive: each of the first ones dies at its point, and whoever follows finds its leases run out. */
async function livesOf(app: 'digest' | 'scheduler', points: readonly string[]): Promise<Lives> {
  const left = [...points];
  const deaths: string[] = [];
  const failures: unknown[] = [];
  let isEnding = false;
  let alive: SpawnedApp | undefined;
  const spawn = async (): Promise<void> => {
    const point = left.shift();
    const env = point === undefined ? {} : faultsEnv({ [point]: { action: 'kill' } });
    alive = await fleet.spawn(app, env, 0);
    if (isEnding) return;
    const { exited } = alive;
    void exited
      .then(async ({ signal }) => {
        if (isEnding) return;
        deaths.push(`${point ?? 'nowhere'} ${signal ?? ''}`);
        await fleet.database.admin(
          "update salience.lanes set lease_until = clock_timestamp() - interval '1 second' where owner is not null",
        );
        await spawn();
      })
      .catch((error: unknown) => failures.push(error));
  };
  await spawn();
  return {
    deaths,
    failures,
    async end() {
      isEnding = true;
      await alive?.stop();
    },
  };
}

const items = async () => {
  const rows = await fleet.database.admin<{ item: string }>(
    'select item from salience.list_items order by created_at, id',
  );
  return rows.map(({ item }) => item);
};

describe('a task whose workers die', () => {
  it('is resumed wherever digest or scheduler is killed: every action happens once, and it is told once (laws 1, 4, 18)', async () => {
    const first = await fleet.spawn('digest');
    const sweeper = await fleet.spawn('scheduler', {
      SALIENCE_TASKS_MS: '600000',
      SALIENCE_TICK_MS: '600000',
    });
    const said = await fleet.say(
      'In the background: first add milk to the shopping list; then add bread to the shopping list; then add eggs to the shopping list.',
    );
    await Promise.all([first.stop(), sweeper.stop()]);
    const { id } = await fleet.latest();
    const digests = [
      ['digest.claimed', 'digest.act-done', 'digest.after-commit'],
      ['digest.claimed', 'digest.before-commit', 'digest.after-commit'],
      ['digest.act-done', 'digest.before-commit', 'digest.after-commit'],
    ].flat();
    const schedulers = Array.from({ length: 3 }, () => [
      'scheduler.task-planned',
      'scheduler.task-moved',
    ]).flat();
    const [digest, scheduler] = await Promise.all([
      livesOf('digest', digests),
      livesOf('scheduler', schedulers),
    ]);
    const { steps, task } = await fleet.untilTask(id, isOver, 150_000);
    const [report, ...more] = await fleet.told(said.threadId, 'report');
    await Promise.all([digest.end(), scheduler.end()]);

    expect([...digest.failures, ...scheduler.failures]).toEqual([]);
    expect(digest.deaths).toEqual(digests.map((point) => `${point} SIGKILL`));
    expect(scheduler.deaths).toEqual(schedulers.map((point) => `${point} SIGKILL`));
    expect(task).toMatchObject({ state: 'completed', turnsUsed: 3 });
    expect(steps.map(({ acted, attempt, effects, state }) => [state, attempt, acted, effects])).toEqual([
      ['done', 1, 1, 1],
      ['done', 1, 1, 1],
      ['done', 1, 1, 1],
    ]);
    expect(await items()).toEqual(['milk', 'bread', 'eggs']);
    expect(report).toMatch(/^Done: [\s\S]*3\. step-3: done, 1 action\./);
    expect(more).toEqual([]);
    const ends = await fleet.database.admin<{ kind: string; times: number }>(
      `select kind, count(*)::int as times from salience.terminal_events e join salience.turns t on t.id = e.turn_id
       where t.source in ('task', 'report') group by kind`,
    );
    expect(ends).toEqual([{ kind: 'answered', times: 4 }]);
  }, 200_000);
});
