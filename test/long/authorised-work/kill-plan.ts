import type { AppName } from '@salience/contracts';
import type { Fleet } from './fleet.ts';

/** Every point on the way of a message, of a task and of its calls. */
export const points = {
  'pulse-sensor': ['pulse.mailbox-claimed', 'pulse.mail-read', 'pulse.mail-taken'],
  consumer: ['consumer.accepted', 'consumer.hook-committed'],
  scheduler: ['scheduler.task-planned', 'scheduler.task-moved', 'scheduler.tasks-moved'],
  digest: [
    'digest.claimed',
    'digest.act-ruled',
    'digest.act-started',
    'digest.act-done',
    'digest.act-stored',
    'digest.before-commit',
    'digest.after-commit',
  ],
} as const satisfies Partial<Record<AppName, readonly string[]>>;

/** Points that only a yes in the chat reaches. */
export const chatPoints: readonly string[] = ['digest.review-answered', 'digest.act-resolved'];

/** How many of each app run. */
export const counts = { consumer: 2, scheduler: 3, 'pulse-sensor': 2, digest: 2 } as const;
export type Worked = keyof typeof counts;
export const worked = Object.keys(counts) as Worked[];

/**
 * Plants the kills of a round in the processes that start next: at each point once, and in every digest until two of them have heard a yes in the chat. Later
 * rounds let some points be passed before.
 */
export function arm(fleet: Fleet, random: () => number, round: 'first' | 'later'): void {
  for (const app of worked) {
    if (app === 'digest') continue;
    const planned = points[app].map((point) => ({
      points: [point],
      // It is passed each second, from the start on.
      after: point === 'scheduler.tasks-moved' ? 3 : round === 'later' ? Math.floor(2 * random()) : 0,
    }));
    fleet.doom(app, ...planned);
  }
  fleet.doom('digest', ...[1, 2, 3].map(() => ({ points: chatPoints })));
}
