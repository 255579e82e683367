import { calibrated } from '@salience/critic';
import { type Chore, claimProfiles, loadProfileSources, saveToolProfiles } from '@salience/database';
import { scenariosOf, toolPreference } from '@salience/memory';
import { type ChoreDeps, choreEveryMs, doChore } from './chore.ts';

/** Tools of one agent in one run: the stalest. */
const toolsAtOnce = 3;
/** Steps of a tool that are looked at for what it served well. */
const stepsMax = 100;

/**
 * Makes the run that writes anew the profiles of each agent's stalest tools that were used since: what they served well, how
 * reliable they were, how gladly they are used. While the fleet is idle, safe on every replica. Gives how many it stored.
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
