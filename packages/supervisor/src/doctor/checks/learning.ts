import type { Database } from '@salience/database';
import { inspectLearning, type LearningFacts } from '@salience/database/learning';
import { counted } from '../../quantities.ts';
import type { CheckTarget } from '../check-target.ts';
import { type Finding, ok } from '../finding.ts';
import { modelSettings } from './role-calls.ts';
import { judge } from './work.ts';

const unread = {
  check: 'learning.labels',
  what: 'turn that was not read for what it shows of the decision before',
  none: 'Every turn was read for what it shows of the decision before.',
  warnMs: 600_000,
  problemMs: 86_400_000,
  harm: 'routing-regulator is away, or cannot read them, and routing learns nothing',
  fix: './salience status   (and look into the log of routing-regulator)',
};

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
  { labels, reviews, unlabelled }: LearningFacts,
  { isOffline, runs }: { readonly runs: boolean; readonly isOffline: boolean },
): Finding[] {
  const facts = { labels, reviews, reviewed: !isOffline };
  const told = `${counted(labels, 'label')} of decisions in the last day`;
  return [
    judge(unread, unlabelled, runs),
    ok(
      'learning.reviews',
      isOffline
        ? `${told}; no decision is reviewed: that takes a language model.`
        : `${told}, ${counted(reviews, 'review')}.`,
      { facts },
    ),
  ];
}
