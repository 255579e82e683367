import { type BiographyProposal, biographySections } from '@salience/contracts';
import { newId } from '@salience/database';
import { agentTimeZone } from '@salience/database/agents';
import {
  type BiographySource,
  type Chore,
  claimAutobiography,
  loadBiographySource,
  saveAutobiography,
} from '@salience/database/biography';
import type { Models } from '@salience/models';
import { acceptBiography, type BiographyMaterial, biographyBrief, markedItems } from '@salience/memory';
import { askRole } from '@salience/runtime';
import type { Metrics } from '@salience/telemetry';
import { catchUpMs, type ChoreDeps, choreEveryMs, doChore } from './chore.ts';

/** Dependencies of the biographer. */
export interface BiographerDeps extends ChoreDeps {
  readonly metrics: Metrics;
  readonly models: Pick<Models, 'describe' | 'biography'>;
  /** The IANA time zone of the installation, for agents without one in their settings. */
  readonly timeZone: string;
}

/** Episodes that no version includes, needed for the first version and for each later one. */
const episodesDue = { first: 5, later: 3 } as const;
/** Maximum material of one version. */
const limits = { episodes: 50, traits: 60, concepts: 30, relations: 50 } as const;

/**
 * Makes the run that writes the next version of every autobiography that is due, one agent after another, while the fleet is
 * idle. Safe on every replica: one lease per agent, and saving checks its fence. Returns the number of versions stored.
 */
export function createBiographer(
  deps: BiographerDeps,
): (signal: AbortSignal, alive?: () => void) => Promise<number> {
  return async (signal, alive) => {
    let stored = 0;
    while (!signal.aborted && (await deps.quiet.idle())) {
      const claim = { owner: deps.owner, leaseMs: deps.leaseMs, now: await deps.clock.now() };
      const chore = await claimAutobiography(deps.db, { ...claim, ...episodesDue });
      if (chore === undefined) break;
      alive?.();
      const done = await doChore(deps, chore, signal, async (until) => {
        stored += await writeVersion(deps, chore, until);
      });
      if (!done) break;
    }
    return stored;
  };
}

/** Returns 1 if it stored a version, 0 if the lease was lost. */
async function writeVersion(deps: BiographerDeps, chore: Chore, signal: AbortSignal): Promise<number> {
  const { clock, db, fault, log } = deps;
  await fault('biography.claimed');
  const source = await loadBiographySource(db, chore.agentId, { ...limits, now: await clock.now() });
  const material = { ...source, zone: (await agentTimeZone(db, chore.agentId)) ?? deps.timeZone };
  const { model, object } = await propose(deps, chore, material, signal);
  const { refused, sections } = acceptBiography(material, object);
  await fault('biography.before-save');
  signal.throwIfAborted();
  const now = await clock.now();
  const left = source.untold - source.told.length;
  const counts = {
    statements: biographySections.reduce((sum, name) => sum + sections[name].length, 0),
    refused: Object.values(refused).reduce((sum, count) => sum + count, 0),
  };
  const saved = await saveAutobiography(db, {
    chore,
    id: newId('autobiography', now.getTime()),
    sections,
    told: source.told,
    inputs: { ...inputsOf(source), ...counts, ...refused },
    model,
    now,
    nextAt: new Date(now.getTime() + (left >= episodesDue.later ? catchUpMs : choreEveryMs)),
  });
  await fault('biography.after-save');
  const { agentId } = chore;
  log.info(
    { agentId, status: saved.status, version: saved.version, changed: saved.changed.length, ...counts },
    'autobiography written',
  );
  return saved.status === 'stored' ? 1 : 0;
}

function inputsOf({ items, untold }: BiographySource): Record<string, number> {
  const count = (kind: string) => items.filter((item) => item.kind === kind).length;
  return {
    episodes: count('episode'),
    traits: count('trait'),
    concepts: count('concept'),
    relations: count('relation'),
    untold,
  };
}

const nothing: BiographyProposal = {
  identity: [],
  relationship: [],
  values: [],
  patterns: [],
  threads: [],
  themes: [],
};

async function propose(
  deps: BiographerDeps,
  { agentId }: Chore,
  material: BiographyMaterial,
  signal: AbortSignal,
): Promise<{ object: BiographyProposal; model: string }> {
  // Everything was forgotten: there is nothing to write and no model to call.
  if (material.items.length === 0) return { object: nothing, model: deps.models.describe('biography').model };
  const now = (await deps.clock.now()).toISOString();
  const { items, told } = biographyBrief(material);
  const { ended, zone } = material;
  const input = { now, zone, items: markedItems(items, ended, zone), told };
  return askRole(deps, 'biography', input, { agentId, signal });
}
