import type { Verdict } from '@salience/contracts';
import type { JudgedResult } from './judged-result.ts';
import { findFault } from './rules/all-rules.ts';

/** Silent corrections of one tool in one run; further ones are reported. */
const correctionsMax = 2;

/** Rule of a verdict that found nothing wrong. */
const nothingFound = 'none';

/**
 * Judges a result by rules alone, failures and partial ones too: nothing found is accepted; a fault of a safe action (observe,
 * organise) is corrected silently, twice at most; any other is escalated, which means told to the person. An unknown outcome is
 * always escalated: trying again might do it twice. Pure; reasons name the fault and quote at most 60 characters.
 */
export function judgeResult(judged: JudgedResult): Verdict {
  const fault = findFault(judged);
  if (fault === null) return { verdict: 'accept', rule: nothingFound, reason: 'Nothing wrong was found.' };
  const safe = judged.tier === 'observe' || judged.tier === 'organise';
  const correct = safe && fault.rule !== 'unknown_outcome' && judged.correctionsSoFar < correctionsMax;
  return { verdict: correct ? 'correct' : 'escalate', rule: fault.rule, reason: fault.reason };
}
