import type { Id } from '@salience/contracts';
import type { GivenLabel } from '@salience/testing/pulse';
import type { Stage } from './stage.ts';

/** Somebody who says what activations were worth. */
export interface Critic {
  readonly labels: readonly GivenLabel[];
  /** Labels whatever was asked or shown and has no label yet: most were of use. */
  look(): Promise<void>;
}

/** Makes one. Of a label whose answer was lost nobody knows whether it was kept. */
export function makeCritic({ actors, clock, stores }: Stage, random: () => number): Critic {
  const labels: GivenLabel[] = [];
  const by = 'person';
  return {
    labels,
    async look() {
      const rows = await stores.database.admin<{ id: Id<'activation'> }>(
        "select id from salience.activations where state in ('asked', 'shown', 'told') and label is null order by id limit 10",
      );
      for (const { id } of rows) {
        const value = random() < 0.25 ? -1 : 1;
        const label = { activationId: id, value, by };
        try {
          const now = await clock.now();
          labels.push({ ...label, kept: await actors.label({ id, value, by, now }) });
        } catch {
          labels.push({ ...label, kept: null });
        }
      }
    },
  };
}
