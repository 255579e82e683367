import { expireApprovals, sweepExperiences } from '@salience/database/acting';
import { closeSilentThreads, sweepLanes, sweepMemory } from '@salience/database/operations';
import type { Deps } from './deps.ts';
import type { SchedulerEnv } from './env.ts';
import { scheduleSweep } from './fire-schedules.ts';
import { experiences, lanes, unchunked, untold } from './lots.ts';
import type { Sweep } from './sweep.ts';

/** How often business time is looked at for deadlines, in milliseconds. */
const lookMs = 1_000;

type SweepDeps = Pick<Deps, 'db' | 'fault' | 'log' | 'metrics'>;

/** What the sweeps are set to; see `env.ts`. */
export type SweepSettings = Pick<
  SchedulerEnv,
  | 'SALIENCE_SWEEP_MS'
  | 'SALIENCE_SCHEDULES_MS'
  | 'SALIENCE_SCHEDULE_LATE_MS'
  | 'SALIENCE_EXPIRY_MS'
  | 'SALIENCE_SILENCE_MS'
  | 'SALIENCE_THREAD_EXPIRY_MS'
>;

/**
 * Every sweep there is, by its loop. Three find work whose job may have been lost, three find what is due by business time. A new
 * kind of job is a row here and, with how its rows become jobs, an entry in `lots.ts`.
 */
export function sweepsOf(deps: SweepDeps, env: SweepSettings): readonly Sweep[] {
  return [...jobSweeps(deps, env.SALIENCE_SWEEP_MS), ...dueSweeps(deps, env)];
}

/** Work that has a row but maybe no job. */
function jobSweeps({ db, log, metrics }: SweepDeps, everyMs: number): Sweep[] {
  return [
    {
      // Lanes with turns that nobody works on, first of all those whose owner died. Equal wake-ups have equal ids: what still
      // waits in the queue is not doubled.
      loop: 'lane-sweeper',
      everyMs,
      limit: 500,
      repairs: true,
      fault: 'scheduler.swept',
      find: async ({ limit, now }) => [lanes('lane', await sweepLanes(db, limit, now))],
    },
    {
      loop: 'memory-sweeper',
      everyMs,
      limit: 500,
      repairs: true,
      fault: 'scheduler.memory-swept',
      async find({ limit, now }) {
        const found = await sweepMemory(db, limit, now);
        return [unchunked('chunk', found.chunk), untold('tell', found.tell)];
      },
    },
    {
      // Each is sent for the first time, when it is due. Those that found no place for a week are given up, visibly.
      loop: 'experience-sweeper',
      everyMs,
      limit: 500,
      fault: 'scheduler.experiences-swept',
      async find({ limit, now }) {
        const { due, expired } = await sweepExperiences(db, limit, now);
        if (expired > 0) {
          metrics.experiences.inc({ outcome: 'expired' }, expired);
          log.warn({ count: expired }, 'experiences given up: no place for a week');
        }
        return [experiences('experience', due)];
      },
    },
  ];
}

/** Work that begins at a business time. */
function dueSweeps(deps: SweepDeps, env: SweepSettings): Sweep[] {
  const { db, log } = deps;
  const silenceMs = env.SALIENCE_SILENCE_MS;
  const expiryMs = env.SALIENCE_THREAD_EXPIRY_MS;
  return [
    scheduleSweep(deps, { everyMs: env.SALIENCE_SCHEDULES_MS, lateMs: env.SALIENCE_SCHEDULE_LATE_MS }),
    {
      // Nobody answered a request, so the answer is no (law 11); the turn that goes on from it is in the same commit.
      loop: 'approvals-expiry',
      everyMs: lookMs,
      limit: 100,
      untilEmpty: true,
      fault: 'scheduler.expired',
      async find({ limit, now }) {
        const expired = await expireApprovals(db, { now, limit });
        for (const { approvalId, lateMs, threadId, turnId } of expired)
          log.info({ approvalId, threadId, turnId, lateMs }, 'an approval expired unanswered');
        return [lanes('approval', expired)];
      },
    },
    {
      // The session of a silent thread ends; a thread that is silent for long expires, and what of it is in no episode is told.
      loop: 'thread-expiry',
      everyMs: lookMs,
      everyBusinessMs: env.SALIENCE_EXPIRY_MS,
      limit: 500,
      untilEmpty: true,
      fault: 'scheduler.closed',
      async find({ limit, now }) {
        const { agents, threads } = await closeSilentThreads(db, { now, limit, silenceMs, expiryMs });
        return [
          {
            ...untold(
              'expiry',
              agents.map((agentId) => ({ agentId })),
            ),
            found: threads,
          },
        ];
      },
    },
  ];
}
