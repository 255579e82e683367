import type { AgentId } from '@salience/contracts';
import type { Database } from '@salience/database';
import { type AfterDecided, learningSums, loadDecisions } from '@salience/database/learning';
import { labelledDecision } from './labelled-decision.ts';
import { decisionsMax, type Pages } from './in-thread.ts';

/** Decisions of so many days are looked at. Business time. */
export const windowDays = 60;
export const dayMs = 24 * 3_600_000;
/** Decisions of a page: what is decoded of one takes a few milliseconds. */
const pageMax = 250;

/** Which decisions. */
export interface Window {
  readonly from: Date;
  readonly to: Date;
  /** Of one agent; left out: of all. */
  readonly agentId?: AgentId | undefined;
}

/** The days up to now, fewer where the fleet decides so much that fewer hold as many decisions as are looked at. */
export async function windowOf(db: Database, now: Date, days = windowDays): Promise<Window> {
  for (let span = days; ; span /= 2) {
    const from = new Date(now.getTime() - span * dayMs);
    const { decisions } = await learningSums(db, from, now);
    const count = Object.values(decisions).reduce((sum, each) => sum + each, 0);
    if (count <= decisionsMax || span < 2) return { from, to: now };
  }
}

/**
 * The decisions of a window, a page at a time, the oldest first. Those of agents whose settings name a policy of their own are left out:
 * what is learned does not decide there. Calls `alive` after each page.
 */
export async function* decisionsOf(db: Database, window: Window, alive: () => void): Pages {
  let after: AfterDecided | undefined;
  do {
    const page = await loadDecisions(db, { ...window, limit: pageMax, after });
    alive();
    yield page.filter(({ policyName }) => isLearned(policyName)).map(labelledDecision);
    after = page.length < pageMax ? undefined : page.at(-1);
  } while (after !== undefined);
}

function isLearned(policyName: string): boolean {
  return /^(?:shipped|fleet)(?::|$)/u.test(policyName);
}
