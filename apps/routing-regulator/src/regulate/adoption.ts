import type { PolicyAction } from '@salience/contracts';
import {
  listPolicyChanges,
  noteAdopted,
  policyAdoption,
  type PolicyHeadRow,
} from '@salience/database/learning';
import type { RegulatorDeps } from './regulator-deps.ts';

/** What has another version decide. */
const moving: ReadonlySet<PolicyAction> = new Set([
  'publish',
  'revert',
  'release',
  'rollback',
  'pin',
  'unpin',
]);
/** Changes that are looked through for the one that made a version decide. */
const recentMax = 20;

/** Watches whether the digests have taken up what was published. */
export interface AdoptionWatch {
  /** Notes each change that every live digest decides by. Nothing waits for it: a digest that is dead for 15 s does not count. */
  look(heads: readonly PolicyHeadRow[]): Promise<void>;
}

/** Makes it. What was seen to be adopted is not asked for again until its head moves. */
export function createAdoptionWatch({ clock, db, log }: RegulatorDeps): AdoptionWatch {
  const adopted = new Map<string, string>();
  return {
    async look(heads) {
      for (const { liveVersion, name, updatedAt } of heads) {
        const mark = `${liveVersion} ${updatedAt.getTime()}`;
        if (adopted.get(name) === mark) continue;
        const changes = await listPolicyChanges(db, name, { limit: recentMax });
        const change = changes.find(({ action, version }) => version === liveVersion && moving.has(action));
        if (change !== undefined && change.adoptedAt === null) {
          const { behind, live } = await policyAdoption(db, name, liveVersion);
          if (live === 0 || behind.length > 0) continue;
          if (await noteAdopted(db, change.id, await clock.now()))
            log.info({ policy: name, version: liveVersion, digests: live }, 'every digest decides by it');
        }
        adopted.set(name, mark);
      }
    },
  };
}
