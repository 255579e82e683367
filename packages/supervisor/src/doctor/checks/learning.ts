import type { Database } from '@salience/database';
import { inspectLearning, type LearningFacts } from '@salience/database/learning';
import { counted, duration } from '../../quantities.ts';
import type { CheckTarget } from '../check-target.ts';
import { type Finding, ok, warn } from '../finding.ts';
import { modelSettings } from './role-calls.ts';
import { judge } from './work.ts';

const unread = {
  check: 'learning.labels',
  what: 'turn not yet read for labels',
  none: 'Every turn was read for what it shows of the decision before.',
  warnMs: 600_000,
  problemMs: 86_400_000,
  harm: 'routing-regulator is away, or cannot read them, and routing learns nothing',
  fix: './salience status   (and look into the log of routing-regulator)',
};

const requested = {
  check: 'learning.requests',
  what: 'request about a policy that nobody came to',
  none: 'Nothing that was asked of the regulator waits.',
  warnMs: 120_000,
  problemMs: 86_400_000,
  harm: 'routing-regulator is away, or cannot carry them out',
  fix: './salience status   (and look into the log of routing-regulator)',
};
/** A cycle is due every 24 hours. */
const overdueMs = 26 * 3_600_000;

/** Whether routing learns: turns that nobody reads for labels, and whether there is a model to review decisions. */
export async function checkLearning(db: Database, target: CheckTarget): Promise<Finding[]> {
  const runs = target.holder !== undefined || target.api.readiness !== undefined;
  const models = modelSettings(target.context.env.origin.effective);
  const choice = 'check' in models ? undefined : (models.roles?.reflect ?? models.default);
  const isOffline =
    choice !== undefined && !Array.isArray(choice) && 'kind' in choice && choice.kind === 'offline';
  return learningFindings(await inspectLearning(db, new Date()), { runs, isOffline });
}

/** The findings of what was counted. `runs`: whether Salience does; `isOffline`: there is no model that could review. */
export function learningFindings(
  { cycleMs, labels, requests, reviews, unlabelled }: LearningFacts,
  { isOffline, runs }: { readonly runs: boolean; readonly isOffline: boolean },
): Finding[] {
  const facts = { labels, reviews, reviewed: !isOffline };
  const told = `${counted(labels, 'label')} of decisions in the last day`;
  return [
    judge(unread, unlabelled, runs),
    judge(requested, requests, runs),
    cycleFinding(cycleMs, runs),
    ok(
      'learning.reviews',
      isOffline
        ? `${told}; no decision is reviewed: that takes a language model.`
        : `${told}, ${counted(reviews, 'review')}.`,
      { facts },
    ),
  ];
}

function cycleFinding(cycleMs: number | null, runs: boolean): Finding {
  const check = 'learning.cycle';
  const facts = { cycleMs: cycleMs === null ? null : Math.round(cycleMs) };
  if (cycleMs === null) return ok(check, 'The regulator has not looked at decisions yet.', { facts });
  const says = `The regulator looked at decisions ${duration(Math.max(0, cycleMs))} ago`;
  return runs && cycleMs > overdueMs
    ? warn(check, `${says}, though it does every day.`, requested.fix, { facts })
    : ok(check, `${says}.`, { facts });
}
