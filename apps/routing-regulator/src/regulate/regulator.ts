import type { PolicyStanding } from '@salience/contracts';
import { labelledAgents, lastStanding, learningMark, moveMark } from '@salience/database/learning';
import { healthyShares, offsetRules } from '@salience/regulation';
import type { LoopRun } from '@salience/runtime';
import { createAdoptionWatch } from './adoption.ts';
import { runCycle } from './cycle.ts';
import type { Lead } from './lead.ts';
import { readLineState } from './line-state.ts';
import { freshAgentLine, type Line, type Lines } from './lines.ts';
import { rebaseLines } from './rebase.ts';
import type { RegulatorDeps } from './regulator-deps.ts';
import { carryOutRequests } from './requests.ts';
import { dayMs, windowDays } from './window.ts';

/** Agents that may have a policy of their own, those with the most labels first. */
const agentsMax = 100;

/**
 * Makes the run that regulates policies. One worker does it at a time, a standby takes over within a minute. Each run carries out what
 * people asked for, has what was learned depart from what a release brought, and, once in 24 hours of business time, does one cycle of each
 * policy. Resolves with the number of cycles, versions and requests that it ended.
 */
export function createRegulator(deps: RegulatorDeps, lead: Lead): LoopRun {
  const adoption = createAdoptionWatch(deps);
  let told = false;
  return async (signal, alive) => {
    if (!(await lead.keep())) {
      clearGauges(deps);
      return 0;
    }
    const lease = lead.hold();
    const until = AbortSignal.any([signal, lease.signal]);
    try {
      let produced = await carryOutRequests(deps, until, alive);
      const lines = await deps.policies.lines();
      if (lines === undefined || lines.unread.length > 0) {
        if (!told) deps.log.warn({ policies: lines?.unread }, 'policies of a later release are left alone');
        told = true;
      }
      if (lines === undefined) return produced;
      await showGauges(deps, lines);
      const rebased = await rebaseLines(deps, lines);
      // What was just published is looked at in the next run.
      produced += rebased > 0 ? rebased : await cycleAll(deps, lines, until, alive);
      await adoption.look([lines.fleet, ...lines.agents].flatMap(({ head }) => head ?? []));
      return produced;
    } finally {
      await lease.end();
    }
  };
}

async function cycleAll(
  deps: RegulatorDeps,
  lines: Lines,
  signal: AbortSignal,
  alive: () => void,
): Promise<number> {
  const now = await deps.clock.now();
  const { agents, fleet } = lines;
  const isFleetDue = isDue(fleet.head === undefined ? await markedAt(deps) : fleet.head.cycledAt, now);
  let ended = 0;
  if (isFleetDue) {
    const standing = await runCycle(deps, fleet, signal, alive);
    if (standing === null) return 0;
    await mark(deps, now, standing);
    showStanding(deps, standing);
    ended += 1;
  }
  const due = agents.filter(({ head }) => isDue(head?.cycledAt ?? null, now));
  // What an agent departs from has just changed where the fleet's policy did; its turn comes when that was taken up.
  const fresh = isFleetDue ? await freshAgents(deps, lines, now) : [];
  for (const line of [...due, ...fresh]) {
    signal.throwIfAborted();
    if ((await runCycle(deps, line, signal, alive)) !== null) ended += 1;
  }
  return ended;
}

/** Agents with enough labelled decisions of their own, and no policy of their own yet. */
async function freshAgents(deps: RegulatorDeps, lines: Lines, now: Date): Promise<Line[]> {
  const since = new Date(now.getTime() - windowDays * dayMs);
  const found = await labelledAgents(deps.db, since, offsetRules.labelledMin);
  const known = new Set(lines.agents.map(({ agentId }) => agentId));
  return found
    .filter(({ agentId }) => !known.has(agentId) && !lines.unread.includes(`fleet:${agentId}`))
    .slice(0, agentsMax)
    .map(({ agentId }) => freshAgentLine(agentId, lines));
}

/** A clock that was set back counts as a new day. */
function isDue(cycledAt: Date | null, now: Date): boolean {
  if (cycledAt === null) return true;
  const age = now.getTime() - cycledAt.getTime();
  return age < 0 || age >= dayMs;
}

/** When the last cycle ended while nothing was learned yet. */
async function markedAt({ db }: RegulatorDeps): Promise<Date | null> {
  return (await learningMark(db, 'regulate')).movedAt;
}

/** Notes that a cycle ended, and how decisions do: while nothing was learned there is no head to keep it with. */
async function mark({ db }: RegulatorDeps, now: Date, standing: PolicyStanding): Promise<void> {
  const { readTo } = await learningMark(db, 'regulate');
  await moveMark(db, { job: 'regulate', from: readTo, upto: JSON.stringify(standing), now });
}

/** The versions that decide, and how the fleet's policy did in its last cycle, whoever did it. */
async function showGauges(deps: RegulatorDeps, { agents, fleet }: Lines): Promise<void> {
  const { metrics } = deps;
  metrics.policyVersion.clear();
  for (const { head, name } of [fleet, ...agents])
    if (head !== undefined) metrics.policyVersion.set({ name }, head.liveVersion);
  const standing =
    fleet.head === undefined ? await lastStanding(deps.db) : readLineState(fleet.head, fleet.live).standing;
  if (standing !== null) showStanding(deps, standing);
}

function showStanding(
  { metrics }: RegulatorDeps,
  { one_to_one: alone, pressures, shares }: PolicyStanding,
): void {
  metrics.policyPressure.clear();
  metrics.modeShare.clear();
  for (const { excess, name } of pressures) metrics.policyPressure.set({ pressure: name }, excess);
  if (alone === 0) return;
  for (const mode of Object.keys(healthyShares) as (keyof typeof healthyShares)[])
    metrics.modeShare.set({ mode }, shares[mode] ?? 0);
}

function clearGauges({ metrics }: RegulatorDeps): void {
  metrics.policyPressure.clear();
  metrics.modeShare.clear();
  metrics.policyVersion.clear();
}
