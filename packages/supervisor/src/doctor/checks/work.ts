import { type Database } from '@salience/database';
import { deadLetterCodes, inspectWork, type Waiting, type WorkFacts } from '@salience/database/operations';
import { countQuarantined } from '@salience/database/turns';
import { type Finding, ok, problem, warn } from '../finding.ts';
import { counted, duration } from '../../quantities.ts';
import type { CheckTarget } from '../check-target.ts';

/** What waits, how long it may before it is worth a word, and what to do then. */
interface Patience {
  readonly check: string;
  /** `waiting lane`, `unsent job`. */
  readonly what: string;
  /** The sentence for none of it. */
  readonly none: string;
  readonly warnMs: number;
  readonly problemMs: number;
  readonly harm: string;
  readonly fix: string;
}

const PATIENCE = {
  lanes: {
    check: 'lanes.unattended',
    what: 'lane with work and without a worker',
    none: 'Every lane with work has a worker.',
    warnMs: 10_000,
    problemMs: 60_000,
    harm: 'digest or scheduler does not keep up',
    fix: './salience status',
  },
  running: {
    check: 'lanes.running',
    what: 'turn under way',
    none: 'No turn is under way.',
    warnMs: 120_000,
    problemMs: 400_000,
    harm: 'a model call hangs, or a worker died over it',
    fix: './salience status',
  },
  unchunked: {
    check: 'memory.unchunked',
    what: 'exchange not yet remembered',
    none: 'Every exchange is remembered.',
    warnMs: 60_000,
    problemMs: 600_000,
    harm: 'memory-chunker does not keep up',
    fix: './salience status   (more memory-chunker workers, or SALIENCE_CONCURRENCY)',
  },
  episodes: {
    check: 'memory.unbuilt',
    what: 'closed range without episode',
    none: 'Every closed range has its episode.',
    warnMs: 120_000,
    problemMs: 1_200_000,
    harm: 'episodic does not keep up',
    fix: './salience status   (more episodic workers, or SALIENCE_CONCURRENCY)',
  },
  experiences: {
    check: 'memory.experiences',
    what: 'answer of a tool not yet looked at',
    none: "Every tool's answer that is due was looked at.",
    warnMs: 120_000,
    problemMs: 1_200_000,
    harm: 'episodic or scheduler does not keep up',
    fix: './salience status   (more episodic workers, or SALIENCE_CONCURRENCY)',
  },
  outbox: {
    check: 'outbox.unsent',
    what: 'job not yet sent',
    none: 'Every job of the outbox was sent.',
    warnMs: 15_000,
    problemMs: 60_000,
    harm: 'scheduler is away, or the queues are',
    fix: './salience status',
  },
  schedules: {
    check: 'schedules.due',
    what: 'schedule past its time',
    none: 'No schedule is past its time.',
    warnMs: 60_000,
    problemMs: 600_000,
    harm: 'scheduler is away',
    fix: './salience status',
  },
} as const satisfies Record<string, Patience>;

/** What waits too long and what was given up, in turns, memory, jobs and schedules. */
export async function checkWork(db: Database, target: CheckTarget): Promise<Finding[]> {
  const [work, codes, quarantined] = await Promise.all([
    inspectWork(db),
    deadLetterCodes(db),
    countQuarantined(db),
  ]);
  const runs = target.holder !== undefined || target.api.readiness !== undefined;
  return [
    judge(PATIENCE.lanes, work.unattendedLanes, runs),
    judge(PATIENCE.running, work.runningTurns, runs),
    judge(PATIENCE.unchunked, work.unchunked, runs),
    judge(PATIENCE.episodes, work.unbuiltEpisodes, runs),
    judge(PATIENCE.experiences, work.dueExperiences, runs),
    judge(PATIENCE.outbox, work.outbox, runs),
    judge(PATIENCE.schedules, work.dueSchedules, runs),
    checkTakeovers(work),
    checkFailures(work),
    checkDeadLetters(codes),
    checkQuarantine(quarantined),
  ];
}

/** Old work is a finding only while Salience runs: a stopped one keeps its work. */
export function judge(patience: Patience, { count, oldestMs }: Waiting, runs: boolean): Finding {
  const { check, what } = patience;
  const age = oldestMs ?? 0;
  const facts = { count, oldestMs: oldestMs === null ? null : Math.round(oldestMs) };
  if (count === 0) return ok(check, patience.none, { facts });
  const says = `${counted(count, what, plural(what))}, the oldest for ${duration(age)}`;
  if (!runs) return ok(check, `${says}; it waits for the next start.`, { facts });
  if (age < patience.warnMs) return ok(check, `${says}.`, { facts });
  const level = age < patience.problemMs ? warn : problem;
  return level(check, `${says}: ${patience.harm}.`, patience.fix, { facts });
}

function plural(what: string): string {
  return what.replace(/^(\w+)/, '$1s');
}

function checkTakeovers({ takeoversLastHour }: WorkFacts): Finding {
  const facts = { lastHour: takeoversLastHour };
  return takeoversLastHour > 10
    ? warn(
        'lanes.takeovers',
        `${takeoversLastHour} lanes were taken over in the last hour: workers die or stand still.`,
        './salience status --all',
        { facts },
      )
    : ok('lanes.takeovers', `${counted(takeoversLastHour, 'lane')} taken over in the last hour.`, { facts });
}

function checkFailures(work: WorkFacts): Finding {
  const { failedTurnsLastDay: failed, turnsLastDay: turns, failedChunks, failedEpisodes } = work;
  const { failedExperiences, incompleteEpisodes } = work;
  const facts = { turns, failed, failedChunks, failedEpisodes, failedExperiences, incompleteEpisodes };
  const says =
    `${failed} of ${turns} turns failed in the last day; ${counted(failedChunks, 'exchange')}, ${counted(failedEpisodes, 'episode')} ` +
    `and ${counted(failedExperiences, 'answer')} of tools could not be remembered in the last week, and ` +
    `${counted(incompleteEpisodes, 'episode')} had to be made before all of it was understood.`;
  if (failed > 0 && failed >= turns * 0.05)
    return problem('turns.failed', says, './salience why <turn>', { facts });
  return failed + failedChunks + failedEpisodes + failedExperiences > 0
    ? warn('turns.failed', says, './salience dead-letters list', { facts })
    : ok('turns.failed', `No turn of ${turns} failed in the last day.`, { facts });
}

function checkDeadLetters(codes: readonly { readonly code: string; readonly count: number }[]): Finding {
  const open = codes.reduce((sum, { count }) => sum + count, 0);
  const facts = Object.fromEntries(codes.map(({ code, count }) => [code, count]));
  if (open === 0) return ok('dead-letters.open', 'No dead letters.');
  const told = codes.map(({ code, count }) => `${count} × ${code}`).join(', ');
  return warn(
    'dead-letters.open',
    `${counted(open, 'job')} failed for good and wait for a decision: ${told}.`,
    './salience dead-letters list',
    { facts },
  );
}

function checkQuarantine(open: number): Finding {
  const facts = { open };
  return open === 0
    ? ok('quarantine.open', 'No turn is quarantined.', { facts })
    : warn(
        'quarantine.open',
        `${counted(open, 'turn')} set aside after their worker died three times, and wait for a decision.`,
        './salience quarantine list',
        { facts },
      );
}
