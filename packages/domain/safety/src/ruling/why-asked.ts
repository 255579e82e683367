import type { ActionRuling, AskedWhy } from '@salience/contracts';
import { saysUnknown } from '../judge-call.ts';

/** How calls of this kind went so far. */
export interface CallRecord {
  readonly successes: number;
  /** Refusals count too. */
  readonly failures: number;
}

/**
 * Why a ruling asks, as one code: the reason that weighs most. `later`: others than the person would have the agent act later. Words for
 * it are chosen where it is told.
 */
export function whyAsked(ruling: ActionRuling, { failures, successes }: CallRecord, later = false): AskedWhy {
  const { effectiveTier, gate, tainted, tier, two } = ruling;
  if (gate.level !== 'safe' && gate.reasons.every(saysUnknown)) return { code: 'unknown_tool' };
  if (gate.level !== 'safe') return { code: 'safety_rule', detail: gate.reasons.join('; ') };
  if (tier === 'commit') return { code: 'irreversible' };
  if (two.untrusted !== null && two.private !== null && two.outside !== null)
    return { code: 'private_and_outside' };
  if (ruling.grant?.says === 'review') return { code: 'not_granted' };
  if (later) return { code: 'others_words_later' };
  if (tainted && effectiveTier !== tier)
    return { code: ruling.least.trust === 'external' ? 'from_outside' : 'unknown_speaker' };
  if (effectiveTier !== tier) return { code: 'unprompted' };
  if (failures > 0) return { code: 'failed_before', times: failures, of: failures + successes };
  return { code: 'too_new', times: successes };
}
