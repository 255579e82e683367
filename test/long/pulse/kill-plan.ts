import type { Fleet } from '../authorised-work/fleet.ts';

/** Every point on the way from a change to its question, and from a label to a model. */
export const points = [
  'pulse.root-claimed',
  'pulse.files-compared',
  'pulse.clusters-claimed',
  'pulse.rows-read',
  'pulse.files-taken',
  'pulse.wake-begins',
  'pulse.judgements-committed',
  'pulse.rows-taken',
  'pulse.wake-committed',
] as const;

/** Points that only one of the sensors passes, whichever is first at it: each carries one of them. */
export const racedPoints = ['pulse.page-polled', 'pulse.model-trained', 'pulse.model-saved'] as const;

/** How many of each app run: of pulse-sensor one a host. */
export const counts = { 'pulse-sensor': 2, scheduler: 3, digest: 2 } as const;
export type Worked = keyof typeof counts;
export const worked = Object.keys(counts) as Worked[];

/** Plants a kill at each point in the sensors that start next. Later rounds let some be passed before. */
export function arm(fleet: Fleet, random: () => number, round: 'first' | 'later'): void {
  fleet.doom(
    'pulse-sensor',
    ...points.map((point) => ({ points: [point], after: round === 'later' ? Math.floor(3 * random()) : 0 })),
  );
}
