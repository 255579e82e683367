import type { Trust } from '@salience/contracts';
import { isQuietAt, type QuietHours } from '@salience/language';
import { sameWords } from '../words.ts';
import { driftRules, type ThoughtType } from './drift-rules.ts';

/** A thought that may be said. */
export interface SayableThought {
  readonly id: string;
  readonly type: ThoughtType;
  readonly content: string;
  /** Sum over the activated concepts, without the seed. */
  readonly energy: number;
  readonly trust: Trust;
  /** The lowest trust of what the person said that it rests on; null where several persons said it. */
  readonly saidTrust: Trust | null;
  /** The mean of what was judged of it; null for nothing. */
  readonly judged: number | null;
  /** The person's latest thread; null for none. */
  readonly threadId: string | null;
  /** When the person is not to be disturbed, and the zone of their clock. */
  readonly quiet: QuietHours | null;
  readonly zone: string;
}

/** What decides beside the thoughts themselves. */
export interface SayingState {
  readonly now: Date;
  /** Thoughts that may be said in a day. */
  readonly perDay: number;
  /** Thoughts that were said in the last day. */
  readonly told: number;
  /** What was said lately, by anybody. */
  readonly recent: readonly string[];
}

/** Why a thought is not said. */
export type Unsaid = 'bad' | 'budget' | 'no-thread' | 'old-news' | 'quiet-hours' | 'untrusted' | 'weak';

/** Why a thought is not worth saying now; undefined if it is. */
export function unsaid(
  thought: SayableThought,
  { now, perDay, recent, told }: SayingState,
  rules = driftRules.saying,
): Unsaid | undefined {
  if (told >= perDay) return 'budget';
  if (thought.judged !== null && thought.judged < 0) return 'bad';
  // A thought is the agent's at best; what it rests on, the person said themself, and to somebody who believed them.
  const own = thought.saidTrust === 'user' || thought.saidTrust === 'owner';
  if (thought.trust !== 'agent' || !own) return 'untrusted';
  if (thought.energy < rules.energyFrom[thought.type]) return 'weak';
  if (thought.threadId === null) return 'no-thread';
  if (recent.some((text) => sameWords(thought.content, text, rules.repeatsFrom))) return 'old-news';
  if (thought.quiet !== null && isQuietAt(now, thought.quiet, thought.zone)) return 'quiet-hours';
  return undefined;
}

/** The thought to say now: of those that are worth it questions first, then guesses, then the one with more energy. */
export function thoughtToSay<T extends SayableThought>(
  thoughts: readonly T[],
  state: SayingState,
  rules = driftRules.saying,
): T | undefined {
  return thoughts
    .filter((thought) => unsaid(thought, state, rules) === undefined)
    .toSorted(
      (a, b) =>
        rules.order.indexOf(a.type) - rules.order.indexOf(b.type) ||
        b.energy - a.energy ||
        (a.id < b.id ? -1 : 1),
    )[0];
}
