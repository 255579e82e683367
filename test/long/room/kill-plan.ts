import { pick } from '@salience/testing/load';
import type { Fleet } from '../authorised-work/fleet.ts';

/** How many of each app run. */
export const counts = { consumer: 3, digest: 2, scheduler: 2 } as const;
export type Worked = keyof typeof counts;
export const worked = Object.keys(counts) as Worked[];

/** Every named point on the way from a hand that went up to whoever is told, and from a message to the end of its turns. */
export const points = {
  scheduler: ['scheduler.hand-claimed', 'scheduler.hand-told'],
  digest: ['digest.claimed', 'digest.before-commit', 'digest.after-commit'],
} as const;

/** A kill: of somebody by chance, or of the consumer whose message was thought about and has not moved the hands yet. */
export type Blow = Worked | 'between';

/** Plants a kill at each point in the processes that start next. */
export function arm(fleet: Fleet, random: () => number): void {
  for (const app of ['scheduler', 'digest'] as const)
    fleet.doom(
      app,
      // Hands go up seldom.
      ...points[app].map((point) => ({
        points: [point],
        after: app === 'digest' ? Math.floor(3 * random()) : 0,
      })),
    );
}

/** Which kill comes after how many messages: spread evenly, a third of them between thought and hand. */
export function blows(count: number, kills: number, random: () => number): ReadonlyMap<number, Blow> {
  return new Map(
    Array.from({ length: kills }, (_, n) => {
      const at = Math.floor(((n + 0.5 + 0.4 * (random() - 0.5)) * count) / kills);
      return [at, n % 3 === 0 ? 'between' : pick(random, worked)] as const;
    }),
  );
}
