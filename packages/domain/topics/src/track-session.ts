import { SalienceError } from '@salience/errors';

/** What is kept of a thread to see where it stands: how long it has stayed on its topic, and whether it fell silent. Plain JSON. */
export interface SessionState {
  /** First exchange of the open range; null when none is open. */
  readonly openFromSeq: number | null;
  /** Topic of the last exchange; null before the first. */
  readonly topicId: string | null;
  /** Exchanges of the open range on its topic. */
  readonly topicCount: number;
  /** Exchanges since the session began: since a silence or a range that was full. A switch does not reset it. */
  readonly sessionCount: number;
  /** Exchanges in a row on this topic, whatever ranges they filled; what older versions stored has none. */
  readonly streak?: number;
  /** Business time of the last exchange, milliseconds; null before the first. */
  readonly lastActivityAt: number | null;
}

/** Silence that ends a session where nothing else is said, milliseconds. */
const silenceMsDefault = 600_000;
/** Exchanges on one topic that fill a range. */
const topicCountMax = 3;
/** Exchanges of a session that fill a range, whatever their topics. */
const sessionCountMax = 5;

/** State of a thread before its first exchange. */
export const freshSessionState: SessionState = {
  openFromSeq: null,
  topicId: null,
  topicCount: 0,
  sessionCount: 0,
  streak: 0,
  lastActivityAt: null,
};

/** Exchanges in a row on one topic from which a thread counts as held there. */
const focusStreak = 5;

/** A focus that nobody asked for: the thread has stayed on one topic for long. */
export function focusOf(session: SessionState | null): 'inferred' | null {
  return (session?.streak ?? 0) >= focusStreak ? 'inferred' : null;
}

/**
 * Takes one exchange of a thread, in order, and gives the state after it; store it together with the exchange. It is compared with
 * the state before anything is updated: a silence of `silenceMs` (600 s unless told) or a switch of topic ends the open range before
 * this exchange; the third
 * exchange on a topic or the fifth of a session ends it with this one. Throws `topics.session_order` when the exchange is not later than
 * the open range.
 */
export function trackSession(
  previous: SessionState,
  event: {
    readonly now: number;
    readonly topicId: string;
    readonly seq: number;
    readonly silenceMs?: number | undefined;
  },
): SessionState {
  const { openFromSeq, lastActivityAt } = previous;
  if (openFromSeq !== null && event.seq <= openFromSeq) {
    throw new SalienceError(
      'topics.session_order',
      `Expected an exchange after ${openFromSeq}, got ${event.seq}. Take each exchange of a thread once, in order.`,
      { kind: 'bug', data: { openFromSeq, seq: event.seq } },
    );
  }
  const silent =
    lastActivityAt !== null && event.now - lastActivityAt >= (event.silenceMs ?? silenceMsDefault);
  const switched = previous.topicId !== null && previous.topicId !== event.topicId;
  const cut = silent || switched;
  const topicCount = (cut ? 0 : previous.topicCount) + 1;
  const sessionCount = (silent ? 0 : previous.sessionCount) + 1;
  const full = topicCount >= topicCountMax || sessionCount >= sessionCountMax;
  return {
    openFromSeq: full ? null : cut ? event.seq : (openFromSeq ?? event.seq),
    topicId: event.topicId,
    topicCount: full ? 0 : topicCount,
    sessionCount: full ? 0 : sessionCount,
    streak: (cut ? 0 : (previous.streak ?? 0)) + 1,
    // A clock that jumps back does not make a silence later on.
    lastActivityAt: Math.max(event.now, lastActivityAt ?? event.now),
  };
}

/**
 * Takes one exchange whose topic is not known, in order: it belongs to the session, and its time counts, but it is neither a stay on a
 * topic nor a switch. Throws as `trackSession` does.
 */
export function passSession(
  previous: SessionState,
  event: { readonly now: number; readonly seq: number; readonly silenceMs?: number | undefined },
): SessionState {
  const { lastActivityAt, topicCount, topicId } = previous;
  const { openFromSeq, sessionCount, ...tracked } = trackSession(
    { ...previous, topicId: null, topicCount: 0 },
    { ...event, topicId: '' },
  );
  const silent =
    lastActivityAt !== null && event.now - lastActivityAt >= (event.silenceMs ?? silenceMsDefault);
  const isFull = openFromSeq === null;
  return {
    openFromSeq,
    topicId,
    topicCount: isFull || silent ? 0 : topicCount,
    sessionCount,
    streak: silent ? 0 : (previous.streak ?? 0),
    lastActivityAt: tracked.lastActivityAt,
  };
}
