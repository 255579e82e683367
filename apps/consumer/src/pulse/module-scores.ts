import type { ModuleScores, ScoreBucket } from '@salience/contracts';
import { activationsBetween, moduleScores, type ScoreCount } from '@salience/database/signals';
import type { ConsumerContext } from '../consumer-context.ts';
import type { Caller } from '../http/door.ts';
import { activationView } from './activation-view.ts';
import { findModule } from './modules.ts';

/** Signals that are read at most, and activations that are shown. */
const signalsMax = 20_000;
const activationsMax = 200;

/** How a module judged what was sensed in a time, in parts of equal length. Throws 404 for a module that the agent does not have. */
export async function scoresOf(
  context: ConsumerContext,
  caller: Caller,
  name: string,
  { buckets, from, to }: { readonly from: Date; readonly to: Date; readonly buckets: number },
): Promise<ModuleScores> {
  const { name: module } = await findModule(context, caller, name);
  const agentId = caller.agent.id;
  const [scores, activations] = await Promise.all([
    moduleScores(context.db, agentId, module, { from, to, parts: buckets, most: signalsMax }),
    activationsBetween(context.db, agentId, module, { from, to, limit: activationsMax }),
  ]);
  const width = (to.getTime() - from.getTime()) / buckets;
  const parts = Map.groupBy(scores.counts, ({ part }) => part);
  return {
    module,
    from: from.toISOString(),
    to: to.toISOString(),
    width_ms: width,
    since: ((scores.cut ? scores.since : null) ?? from).toISOString(),
    buckets: [...parts]
      .toSorted(([a], [b]) => a - b)
      .map(([part, counts]) => bucketOf(new Date(from.getTime() + part * width), counts)),
    activations: activations.map(activationView),
  };
}

function bucketOf(at: Date, counts: readonly ScoreCount[]): ScoreBucket {
  const all = (of: 'highest' | 'lowest' | 'threshold'): number[] => counts.flatMap((one) => one[of] ?? []);
  const total = (of: 'judged' | 'scored' | 'sum'): number =>
    counts.reduce((sum, one) => sum + (one[of] ?? 0), 0);
  const scored = total('scored');
  return {
    at: at.toISOString(),
    judged: total('judged'),
    scored,
    lowest: extreme(Math.min, all('lowest')),
    mean: scored === 0 ? null : total('sum') / scored,
    highest: extreme(Math.max, all('highest')),
    threshold: extreme(Math.max, all('threshold')),
    reasons: Object.fromEntries(counts.map(({ judged, reason }) => [reason, judged])),
  };
}

function extreme(of: (...values: number[]) => number, values: readonly number[]): number | null {
  return values.length === 0 ? null : of(...values);
}
