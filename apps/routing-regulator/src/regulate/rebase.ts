import { newId } from '@salience/database';
import { learningAgents, publishPolicy } from '@salience/database/learning';
import { boundsOf, offsetsBetween, withOffsets } from '@salience/regulation';
import type { Policy, WeightName } from '@salience/router';
import { readLineState, rebasedState } from './line-state.ts';
import { agentsBase, type Line, type Lines, nextVersionOf } from './lines.ts';
import type { RegulatorDeps } from './regulator-deps.ts';

/**
 * Has what was learned depart from a new base: the fleet's policy from the one that a release brought, an agent's own from the fleet's. A
 * pinned policy stays as it is (publishing refuses it), and so does the one of an agent that is gone or keeps to another policy. Resolves with how many versions were published.
 */
export async function rebaseLines(deps: RegulatorDeps, lines: Lines): Promise<number> {
  const { agents, fleet, shipped } = lines;
  // What agents depart from is looked at again when the fleet's policy has moved.
  if (shipped.version > fleet.base.version && (await rebase(deps, fleet, shipped))) return 1;
  const base = agentsBase(lines);
  const behind = agents.filter((line) => line.base.name !== base.name || line.base.version !== base.version);
  const learners = new Set(behind.length === 0 ? [] : await learningAgents(deps.db));
  let published = 0;
  for (const line of behind)
    if (line.agentId !== undefined && learners.has(line.agentId) && (await rebase(deps, line, base)))
      published += 1;
  return published;
}

async function rebase(deps: RegulatorDeps, line: Line, base: Policy): Promise<boolean> {
  const { clock, db, fault, log, tell } = deps;
  const { agentId, head, live, name } = line;
  if (head === undefined) return false;
  const now = await clock.now();
  const next: Policy = { name, version: await nextVersionOf(db, name), weights: weightsOn(base, line) };
  const { changeId, regulator, standing } = readLineState(head, live);
  const state = rebasedState(regulator, next);
  const cause =
    agentId === undefined
      ? `a release brought ${base.name}@${base.version}; what was learned stays on top of it`
      : `all others decide by ${base.name}@${base.version} by now; what is the agent's own stays on top of it`;
  await fault('regulator.before-release');
  const version = await publishPolicy(db, {
    name,
    from: { version: head.liveVersion, cycledAt: head.cycledAt },
    parent: { name, version: head.liveVersion },
    base: { name: base.name, version: base.version },
    weights: next.weights as Readonly<Record<string, number>>,
    reason: { why: 'release', base: `${base.name}@${base.version}` },
    state: { regulator: state, changeId: state.live === null ? null : changeId, standing },
    cycledAt: head.cycledAt,
    change: { id: newId('policyChange', now.getTime()), action: 'release', cause },
    now,
  });
  if (version === null) return false;
  log.info({ policy: name, version, base: `${base.name}@${base.version}` }, 'policy departs from a new base');
  tell(name);
  return true;
}

/** The weights of a new base, each off by as much as the policy is off its own, within the bounds of the new one. */
function weightsOn(base: Policy, { agentId, base: old, live }: Line): Policy['weights'] {
  const offsets = offsetsBetween(old, live);
  if (agentId !== undefined) return withOffsets(base, offsets).weights;
  const moved = Object.entries(base.weights).map(([key, weight]) => {
    const name = key as WeightName;
    const { high, low } = boundsOf(name, base);
    // A weight that only one of the two bases has was never moved from the other.
    const offset = old.weights[name] === undefined ? 0 : (offsets[name] ?? 0);
    return [name, Math.min(Math.max(Math.round((weight + offset) * 1e9) / 1e9, low), high)] as const;
  });
  return Object.fromEntries(moved);
}
