import type { KindOfCall } from '@salience/act';
import { isTainted } from '@salience/contracts';
import { calibrated } from '@salience/critic';
import type { Standing } from '@salience/database';
import { type RulingInput, ruleAction } from '@salience/safety';

/**
 * What follows from a yes beyond this one call, for the words of the request: that calls of the kind will run unasked from then on.
 * Empty where they will not, or do so already.
 */
export function lastQuestion(judged: RulingInput, earned: Standing, { covers }: KindOfCall): string {
  // What a run with text from outside does earns nothing.
  if (isTainted(judged.least.trust)) return '';
  const unraised = { ...judged, selfStarted: false };
  const after = { ...unraised, confidence: calibrated(earned.successes + 1, earned.failures) };
  const opens = ruleAction(unraised).path !== 'run' && ruleAction(after).path === 'run';
  return opens ? `; after this yes I will run ${covers}, without asking` : '';
}
