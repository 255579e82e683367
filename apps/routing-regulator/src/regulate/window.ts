import type { AgentId } from '@salience/contracts';
import type { Database } from '@salience/database';
import {
  type AfterDecided,
  countDecisions,
  learningAgents,
  loadDecisions,
} from '@salience/database/learning';
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
export async function windowOf(
  db: Database,
  now: Date,
  {
    agentId,
    days = windowDays,
    most = decisionsMax,
  }: {
    readonly agentId?: AgentId | undefined;
    readonly days?: number | undefined;
    readonly most?: number;
  } = {},
): Promise<Window> {
  // What other agents decide takes no room from its own; only the newest are kept anyway.
  if (agentId !== undefined) return { from: new Date(now.getTime() - days * dayMs), to: now, agentId };
  for (let span = days; ; span /= 2) {
    const from = new Date(now.getTime() - span * dayMs);
    if (span < 2 || (await countDecisions(db, from, now)) <= most) return { from, to: now };
  }
}

/**
 * The decisions of a window, a page at a time, the oldest first. Those of agents whose settings name a policy of their own are left out:
 * what is learned does not decide there. Calls `alive` after each page.
 */
export async function* decisionsOf(db: Database, window: Window, alive: () => void): Pages {
  let after: AfterDecided | undefined;
  const learners = new Set(await learningAgents(db));
  do {
    const page = await loadDecisions(db, { ...window, limit: pageMax, after });
    alive();
    yield page
      .filter(({ agentId, policyName }) => isLearned(policyName) && learners.has(agentId))
      .map(labelledDecision);
    after = page.length < pageMax ? undefined : page.at(-1);
  } while (after !== undefined);
}

function isLearned(policyName: string): boolean {
  return /^(?:shipped|fleet)(?::|$)/u.test(policyName);
}
