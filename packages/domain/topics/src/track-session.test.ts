import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { freshSessionState, passSession, type SessionState, trackSession } from './track-session.ts';

const second = 1_000;

/** The state after each exchange. */
function run(events: readonly (readonly [topic: string, at: number])[]): SessionState[] {
  let state: SessionState = freshSessionState;
  return events.map(([topicId, at], index) => {
    const next = trackSession(state, { now: at * second, topicId, seq: index + 1 });
    // The state lives in a store between two exchanges.
    state = JSON.parse(JSON.stringify(next)) as SessionState;
    return next;
  });
}

interface Ended {
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly reason: 'silence' | 'switch' | 'topic_count' | 'session_count';
}

/** The ranges that ended, read from what the states say of the open one. */
function endedBy(states: readonly SessionState[]): Ended[] {
  return states.flatMap((state, index) => {
    const before = states[index - 1] ?? freshSessionState;
    const seq = index + 1;
    const ended: Ended[] = [];
    let open = before.openFromSeq;
    // A cut begins the streak anew; only a silence begins the session anew with it.
    if (open !== null && state.streak === 1) {
      ended.push({ firstSeq: open, lastSeq: index, reason: state.sessionCount === 1 ? 'silence' : 'switch' });
      open = null;
    }
    const isFull = state.openFromSeq === null;
    expect(state).toMatchObject(isFull ? { topicCount: 0, sessionCount: 0 } : { openFromSeq: open ?? seq });
    if (!isFull) return ended;
    const full = state.streak !== 1 && before.topicCount === 2 ? 'topic_count' : 'session_count';
    return [...ended, { firstSeq: open ?? seq, lastSeq: seq, reason: full }];
  });
}

describe('law 14: compare before update', () => {
  test('a switch of topic ends the old range without the exchange that switched', () => {
    const states = run([
      ['a', 0],
      ['a', 1],
      ['b', 2],
    ]);
    expect(endedBy(states)).toEqual([{ firstSeq: 1, lastSeq: 2, reason: 'switch' }]);
    expect(states[1]).toMatchObject({ openFromSeq: 1, topicId: 'a', topicCount: 2, sessionCount: 2 });
    expect(states[2]).toMatchObject({ openFromSeq: 3, topicId: 'b', topicCount: 1, sessionCount: 3 });
  });

  test('600 s of silence end what was open before the clock is set; a second less does not', () => {
    expect(
      endedBy(
        run([
          ['a', 0],
          ['a', 600],
        ]),
      ),
    ).toEqual([{ firstSeq: 1, lastSeq: 1, reason: 'silence' }]);
    expect(
      endedBy(
        run([
          ['a', 0],
          ['a', 599],
        ]),
      ),
    ).toEqual([]);
  });

  test('silence is measured from the last exchange, not from the first', () => {
    expect(
      endedBy(
        run([
          ['a', 0],
          ['a', 500],
          ['a', 1_000],
        ]),
      ),
    ).toEqual([{ firstSeq: 1, lastSeq: 3, reason: 'topic_count' }]);
  });

  test('silence and switch at once end it once, for silence', () => {
    expect(
      endedBy(
        run([
          ['a', 0],
          ['b', 900],
        ]),
      ),
    ).toEqual([{ firstSeq: 1, lastSeq: 1, reason: 'silence' }]);
  });
});

test('the third exchange on a topic ends the range with it, and nothing stays open', () => {
  const states = run([
    ['a', 0],
    ['a', 1],
    ['a', 2],
    ['a', 3],
  ]);
  expect(endedBy(states)).toEqual([{ firstSeq: 1, lastSeq: 3, reason: 'topic_count' }]);
  expect(states[2]).toMatchObject({ openFromSeq: null, topicCount: 0, sessionCount: 0, streak: 3 });
  expect(states[3]).toMatchObject({ openFromSeq: 4, topicCount: 1, sessionCount: 1, streak: 4 });
});

test('the fifth exchange of a session of many topics ends a range', () => {
  const ended = endedBy(
    run([
      ['a', 0],
      ['a', 1],
      ['b', 2],
      ['b', 3],
      ['c', 4],
    ]),
  );
  expect(ended).toEqual([
    { firstSeq: 1, lastSeq: 2, reason: 'switch' },
    { firstSeq: 3, lastSeq: 4, reason: 'switch' },
    { firstSeq: 5, lastSeq: 5, reason: 'session_count' },
  ]);
});

test('a clock that jumps back makes no silence, then or later', () => {
  expect(
    endedBy(
      run([
        ['a', 1_000],
        ['a', 0],
      ]),
    ),
  ).toEqual([]);
  expect(
    run([
      ['a', 1_000],
      ['a', 0],
    ])[1]?.lastActivityAt,
  ).toBe(1_000 * second);
});

test('an exchange taken twice is refused', () => {
  const next = trackSession(freshSessionState, { now: 0, topicId: 'a', seq: 7 });
  expect(() => trackSession(next, { now: 1, topicId: 'a', seq: 7 })).toThrow(
    expect.objectContaining({ code: 'topics.session_order' }),
  );
});

test('ranges cut the sequence: in order, no gap, no overlap, only the open end missing', () => {
  const event = fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.constantFrom(1, 60, 599, 600, 5_000));
  fc.assert(
    fc.property(fc.array(event, { minLength: 1, maxLength: 60 }), (gaps) => {
      let at = 0;
      const states = run(gaps.map(([topic, gap]) => [topic, (at += gap)] as const));
      let expected = 1;
      for (const range of endedBy(states)) {
        expect(range.firstSeq).toBe(expected);
        expect(range.lastSeq).toBeGreaterThanOrEqual(range.firstSeq);
        expected = range.lastSeq + 1;
      }
      expect(states.at(-1)?.openFromSeq ?? gaps.length + 1).toBe(expected);
    }),
  );
});

describe('an exchange whose topic is not known', () => {
  const talk = trackSession(freshSessionState, { now: 0, topicId: 'a', seq: 1 });

  test('counts in its session, and neither stays on a topic nor switches', () => {
    const passed = passSession(talk, { now: 5_000, seq: 2 });
    expect(passed).toEqual({ ...talk, sessionCount: 2, lastActivityAt: 5_000 });
    // What follows is compared with the last topic that is known.
    expect(trackSession(passed, { now: 6_000, topicId: 'b', seq: 3 })).toMatchObject({
      openFromSeq: 3,
      streak: 1,
    });
  });

  test('opens a session, begins a new one after a silence, and fills one', () => {
    expect(passSession(freshSessionState, { now: 0, seq: 1 })).toEqual({
      ...freshSessionState,
      openFromSeq: 1,
      sessionCount: 1,
      lastActivityAt: 0,
    });
    expect(passSession(talk, { now: 600_000, seq: 2 })).toMatchObject({
      openFromSeq: 2,
      topicId: 'a',
      topicCount: 0,
      sessionCount: 1,
      streak: 0,
    });
    const many = [2, 3, 4, 5].reduce((state, seq) => passSession(state, { now: seq, seq }), talk);
    expect(many).toMatchObject({ openFromSeq: null, topicCount: 0, sessionCount: 0, streak: 1 });
  });
});
