import type { ModelCalibration } from '../vectors.ts';
import { type Focus, hearReply, stepBoundary } from './boundary.ts';
import type { BoundaryState } from './boundary-state.ts';

/** How the detector heard a turn: what of it moved the state, beside the reply before it. */
export interface Hearing {
  /** `vector`: the message with its vector; `words`: by its words alone; `reply`: not at all, only the reply before it. */
  readonly by: 'vector' | 'words' | 'reply';
  /** How firmly the thread was held on its subject then. */
  readonly focus: Focus | null;
}

/** A turn that was heard, as rows tell it. */
export interface HeardTurn extends Hearing {
  readonly text: string;
  /** Of the exchange before it in the thread; empty for none. */
  readonly replyBefore: string;
  /** Business time, milliseconds. */
  readonly now: number;
}

const ways = ['words', 'vector', 'reply'] as const;
const focuses = [null, 'inferred', 'explicit'] as const;

/** A hearing as a small number, for a row. */
export function encodeHearing({ by, focus }: Hearing): number {
  return 1 + ways.indexOf(by) + ways.length * focuses.indexOf(focus);
}

/** The hearing that a number stands for. Throws a RangeError for one that stands for none. */
export function decodeHearing(stored: number): Hearing {
  const by = ways[(stored - 1) % ways.length];
  const focus = focuses[Math.floor((stored - 1) / ways.length)];
  if (by === undefined || focus === undefined)
    throw new RangeError(
      `Expected the number of a hearing, 1 to ${ways.length * focuses.length}, got ${stored}`,
    );
  return { by, focus };
}

/**
 * The state after turns that were heard since an earlier state, in order: the same, bit for bit, that was reached when they were said.
 * The line from which a message counted as a boundary then is no part of it, so that it may have been set anew since.
 * `embed` gives the vector that a text had then, null if it cannot be had any more.
 */
export async function foldBoundary(
  earlier: BoundaryState,
  turns: readonly HeardTurn[],
  {
    calibration,
    embed,
    modelId,
  }: {
    readonly calibration: ModelCalibration;
    /** As for `stepBoundary`. */
    readonly modelId?: string | undefined;
    readonly embed: (text: string) => Promise<ArrayLike<number> | null>;
  },
): Promise<BoundaryState> {
  let state = earlier;
  for (const { by, focus, now, replyBefore, text } of turns) {
    state = hearReply(state, replyBefore);
    if (by === 'reply') continue;
    const vector = by === 'vector' ? await embed(text) : null;
    state = stepBoundary(state, { text, vector, now, calibration, modelId, focus }).next;
  }
  return state;
}
