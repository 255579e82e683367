import { calibrated } from '@salience/critic';
import { loadProfileSources, saveToolProfiles } from '@salience/database/acting';
import { type Chore, claimProfiles } from '@salience/database/biography';
import { scenariosOf, toolPreference } from '@salience/memory';
import { type ChoreDeps, choreEveryMs, doChore } from './chore.ts';

/** Maximum tools of one agent in one run, the stalest first. */
const toolsAtOnce = 3;
/** Maximum steps of a tool that are searched for scenarios. */
const stepsMax = 100;

/**
 * Makes the run that updates the profiles of each agent's stalest used tools: scenarios, reliability and preference. Only
 * while the fleet is idle, safe on every replica. Returns the number of profiles stored.
 */
export function createProfiler(
  deps: ChoreDeps,
): (signal: AbortSignal, alive?: () => void) => Promise<number> {
  return async (signal, alive) => {
    let stored = 0;
    while (!signal.aborted && (await deps.quiet.idle())) {
      const claim = { owner: deps.owner, leaseMs: deps.leaseMs, now: await deps.clock.now() };
      const chore = await claimProfiles(deps.db, claim);
      if (chore === undefined) break;
      alive?.();
      const done = await doChore(deps, chore, signal, async (until) => {
        stored += await writeProfiles(deps, chore, until);
      });
      if (!done) break;
    }
    return stored;
  };
}

async function writeProfiles(deps: ChoreDeps, chore: Chore, signal: AbortSignal): Promise<number> {
  const { clock, db, fault, log } = deps;
  const { agentId } = chore;
  const now = await clock.now();
  const sources = await loadProfileSources(db, agentId, { now, tools: toolsAtOnce, steps: stepsMax });
  const profiles = sources.map(({ days, failures, scenarios, steps, successes, tool }) => ({
    tool,
    successes,
    failures,
    reliability: calibrated(successes, failures),
    preference: toolPreference(days, now),
    scenarios: scenariosOf(scenarios, steps),
  }));
  await fault('profiles.before-save');
  signal.throwIfAborted();
  const nextAt = new Date(now.getTime() + choreEveryMs);
  const { status } = await saveToolProfiles(db, { chore, profiles, now, nextAt });
  await fault('profiles.after-save');
  log.info({ agentId, status, tools: profiles.length }, 'tool profiles written');
  return status === 'stored' ? profiles.length : 0;
}
