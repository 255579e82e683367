import type { StretchReason } from '@salience/contracts';

/** The position of an exchange in its thread. */
export interface Place {
  readonly seq: number;
  readonly saidAt: Date;
  readonly topicId: string | null;
}

/** Exchanges that one episode tells, both ends included. */
export interface Stretch {
  readonly firstSeq: number;
  readonly lastSeq: number;
  /** Why it ends there. */
  readonly reason: StretchReason;
  /** It is too short for an episode of its own, so the last episode of the thread grows by it. */
  readonly grows: boolean;
}

/** What cutting depends on beside the places. */
export interface StretchContext {
  /** Business time. */
  readonly now: Date;
  /** The pause that ends a session, in milliseconds. */
  readonly silenceMs: number;
  /** The thread expired: nothing follows. */
  readonly expired: boolean;
  /** Exchanges follow that are not among the places. */
  readonly more: boolean;
  /** The thread has an episode before the places. */
  readonly before: boolean;
}

/** The stretches that can be told now. */
export interface Cut {
  /** In order, without gap; they begin with the first place. */
  readonly stretches: readonly Stretch[];
  /** When the rest can be told if nothing follows; null if it waits for more exchanges or for the end of the thread. */
  readonly dueAt: Date | null;
}

/** Minimum exchanges of an episode, unless the thread has fewer. */
const stretchMin = 3;
/** Exchanges that fill a stretch. Up to two more are told with it, when silence follows them. */
const stretchFull = 5;
/** Exchanges after which a stretch may be final before a silence: a minimal one and a minimal one after it. */
export const tellFrom = 2 * stretchMin;

/**
 * Cuts the exchanges of a thread that are in no episode into stretches, one per future episode. A stretch ends when it is full, when its
 * topic changes, and where a silence follows. One or two exchanges are no stretch: they join the next one; before a silence the one
 * before them; at the end of the thread its last episode. A stretch is returned only when no later exchange can change it, so a
 * conversation is cut the same way whatever calls its exchanges arrive in.
 */
export function cutStretches(places: readonly Place[], context: StretchContext): Cut {
  const cut = new Cutter();
  let previous: Place | undefined;
  for (const place of places) {
    if (previous !== undefined && isSilent(previous.saidAt, place.saidAt, context)) cut.silence();
    cut.add(place);
    previous = place;
  }
  if (previous === undefined || context.more) return { stretches: cut.stretches, dueAt: null };
  if (context.expired) cut.end(context.before);
  else if (isSilent(previous.saidAt, context.now, context)) cut.silence();
  const dueAt = cut.waitsForSilence() ? new Date(previous.saidAt.getTime() + context.silenceMs) : null;
  return { stretches: cut.stretches, dueAt };
}

function isSilent(before: Date, after: Date, { silenceMs }: StretchContext): boolean {
  return after.getTime() - before.getTime() >= silenceMs;
}

/** The state of cutting: final stretches, one that later places may lengthen, and places that are in none yet. */
class Cutter {
  readonly stretches: Stretch[] = [];
  private held: { readonly places: readonly Place[]; readonly reason: StretchReason } | undefined;
  private open: Place[] = [];

  add(place: Place): void {
    const topic = this.open.findLast(({ topicId }) => topicId !== null)?.topicId;
    const switched = topic !== undefined && place.topicId !== null && place.topicId !== topic;
    if (switched && this.open.length >= stretchMin) this.close('switch');
    this.open.push(place);
    // Enough for a stretch of their own: the one before is final.
    if (this.open.length === stretchMin) this.release();
    if (this.open.length === stretchFull) this.close('full');
  }

  silence(): void {
    if (this.open.length >= stretchMin) this.close('silence');
    else if (this.held !== undefined && this.open.length > 0) {
      this.held = { places: [...this.held.places, ...this.open], reason: 'silence' };
      this.open = [];
    }
    this.release();
  }

  end(before: boolean): void {
    this.silence();
    const told = before || this.stretches.length > 0;
    if (this.open.length > 0) this.give(this.open, 'expiry', told);
    this.open = [];
  }

  /** True if a silence would make a stretch final. */
  waitsForSilence(): boolean {
    return this.held !== undefined || this.open.length >= stretchMin;
  }

  private close(reason: StretchReason): void {
    this.release();
    this.held = { places: this.open, reason };
    this.open = [];
  }

  private release(): void {
    if (this.held !== undefined) this.give(this.held.places, this.held.reason, false);
    this.held = undefined;
  }

  private give(places: readonly Place[], reason: StretchReason, grows: boolean): void {
    const [first, last] = [places[0] as Place, places.at(-1) as Place];
    this.stretches.push({ firstSeq: first.seq, lastSeq: last.seq, reason, grows });
  }
}
