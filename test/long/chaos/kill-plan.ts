import type { AppName } from '@salience/contracts';
import { pick } from '@salience/testing/load';
import type { ChaosOptions, FleetSize } from './options.ts';

/** Kills of one app at a named point, to be planted one after another, each in the process that replaces the last. */
export interface NamedKill {
  readonly app: AppName;
  readonly point: string;
}

/** A kill by process id, when that share of the turns has ended. */
export interface RandomKill {
  readonly app: AppName;
  readonly progress: number;
}

/** The kills of a run. */
export interface KillPlan {
  readonly named: readonly NamedKill[];
  readonly random: readonly RandomKill[];
}

/** In this order, so that a run with few kills has the ones that matter most. */
const points: readonly NamedKill[] = [
  { app: 'digest', point: 'digest.before-commit' },
  { app: 'memory-chunker', point: 'chunker.before-save' },
  { app: 'digest', point: 'digest.after-commit' },
  { app: 'episodic', point: 'episodic.before-save' },
  { app: 'digest', point: 'digest.generating' },
  { app: 'memory-chunker', point: 'chunker.after-save' },
  { app: 'digest', point: 'digest.claimed' },
  { app: 'episodic', point: 'episodic.after-save' },
  { app: 'consumer', point: 'consumer.accepted' },
  { app: 'digest', point: 'digest.classified' },
  { app: 'scheduler', point: 'scheduler.swept' },
  { app: 'memory-chunker', point: 'chunker.loaded' },
  { app: 'episodic', point: 'episodic.loaded' },
];
/** Whom a kill at a random moment may hit; the busiest app dies most often. */
export const randomVictims: readonly AppName[] = [
  'digest',
  'digest',
  'memory-chunker',
  'episodic',
  'scheduler',
  'consumer',
];

/** Five of six kills are at named points, the others at random moments. */
export function planKills(options: ChaosOptions, random: () => number): KillPlan {
  const named: NamedKill[] = [];
  const byMoment: RandomKill[] = [];
  for (let n = 0; n < options.kills; n += 1) {
    if (n % 6 === 5) byMoment.push({ app: pick(random, randomVictims), progress: 0.1 + 0.8 * random() });
    else named.push(points[named.length % points.length] as NamedKill);
  }
  return { named, random: byMoment.toSorted((a, b) => a.progress - b.progress) };
}

/**
 * How likely a pass of the point kills, so that the planned kills of an app are spread over its work: one process of
 * the app at a time carries a fault.
 */
export function killProbability(options: FleetSize, app: AppName, kills: number): number {
  const replicas: Partial<Record<AppName, number>> = {
    consumer: options.consumers,
    digest: options.digests,
    'memory-chunker': options.chunkers,
    episodic: options.episodics,
  };
  // Passes of one process: a sweep a second is rare, an episode comes about every fourth turn.
  const passes =
    app === 'scheduler'
      ? 10
      : (app === 'episodic' ? options.turns / 4 : options.turns) / (replicas[app] ?? 1);
  return Math.min(1, kills / (0.15 * passes));
}
