import { createHash } from 'node:crypto';
import { type Asks, asksOf } from './choose-asking.ts';
import type { HeldState } from './held-state.ts';
import type { Scored } from './score-signal.ts';

/** One in so many signals that did not pass is shown for a look. */
const oneIn = 50;
/** Signals of a cluster that are shown for a look in a day, at most. */
const looksPerDay = 20;
const dayMs = 86_400_000;

/** A small share of what did not pass is shown for a look, so that what is missed can be told. It never wakes. Undefined: this one is not. */
export function explore(
  signalId: string,
  scored: readonly Scored[],
  before: HeldState['looks'],
  now: Date,
): { readonly asks: Asks; readonly scored: Scored; readonly looks: HeldState['looks'] } | undefined {
  const day = Math.floor(now.getTime() / dayMs);
  const looks = before.day === day ? before : { day, count: 0 };
  const found = scored.find(
    ({ verdict }) => verdict.reason === 'below_threshold' && isExplored(signalId, verdict.module.name),
  );
  if (found === undefined || looks.count >= looksPerDay) return undefined;
  return {
    scored: found,
    asks: asksOf('look', found, found.verdict.module, []),
    looks: { day, count: looks.count + 1 },
  };
}

/** Whether a signal is one of the share that is shown for a look: by a hash of its id and the module, so that every replica says the same. */
function isExplored(signalId: string, module: string): boolean {
  return createHash('sha256').update(`${signalId} ${module}`).digest().readUInt32BE() % oneIn === 0;
}
