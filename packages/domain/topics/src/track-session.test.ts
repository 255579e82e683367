import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type ClosedRange,
  freshSessionState,
  type SessionState,
  type SessionStep,
  trackSession,
} from './track-session.ts';

const second = 1_000;

function run(events: readonly (readonly [topic: string, at: number])[]): SessionStep[] {
  let state: SessionState = freshSessionState;
  return events.map(([topicId, at], index) => {
    const step = trackSession(state, { now: at * second, topicId, seq: index + 1 });
    // The state lives in a store between two exchanges.
    state = JSON.parse(JSON.stringify(step.next)) as SessionState;
    return step;
  });
}

const closedBy = (steps: readonly SessionStep[]): ClosedRange[] =>
  steps.flatMap((step) => [step.closeBefore, step.closeAfter].filter((range) => range !== undefined));

describe('law 14: compare before update', () => {
  test('a switch of topic closes the old topic without the exchange that switched', () => {
    const steps = run([
      ['a', 0],
      ['a', 1],
      ['b', 2],
    ]);
    expect(steps[2]).toMatchObject({
      closeBefore: { firstSeq: 1, lastSeq: 2, reason: 'switch' },
      next: { openFromSeq: 3, topicId: 'b', topicCount: 1 },
    });
  });

  test('600 s of silence close what was open before the clock is set; a second less does not', () => {
    expect(
      closedBy(
        run([
          ['a', 0],
          ['a', 600],
        ]),
      ),
    ).toEqual([{ firstSeq: 1, lastSeq: 1, reason: 'silence' }]);
    expect(
      closedBy(
        run([
          ['a', 0],
          ['a', 599],
        ]),
      ),
    ).toEqual([]);
  });

  test('silence is measured from the last exchange, not from the first', () => {
    expect(
      closedBy(
        run([
          ['a', 0],
          ['a', 500],
          ['a', 1_000],
        ]),
      ),
    ).toEqual([{ firstSeq: 1, lastSeq: 3, reason: 'topic_count' }]);
  });

  test('silence and switch at once close once, for silence', () => {
    expect(
      closedBy(
        run([
          ['a', 0],
          ['b', 900],
        ]),
      ),
    ).toEqual([{ firstSeq: 1, lastSeq: 1, reason: 'silence' }]);
  });
});

test('the third exchange on a topic closes the range with it, and nothing stays open', () => {
  const steps = run([
    ['a', 0],
    ['a', 1],
    ['a', 2],
    ['a', 3],
  ]);
  expect(steps[2]).toMatchObject({
    closeAfter: { firstSeq: 1, lastSeq: 3, reason: 'topic_count' },
    next: { openFromSeq: null },
  });
  expect(steps[3]).toEqual({
    next: expect.objectContaining({ openFromSeq: 4, topicCount: 1, sessionCount: 1 }),
  });
});

test('the fifth exchange of a session of many topics closes a range', () => {
  const closed = closedBy(
    run([
      ['a', 0],
      ['a', 1],
      ['b', 2],
      ['b', 3],
      ['c', 4],
    ]),
  );
  expect(closed).toEqual([
    { firstSeq: 1, lastSeq: 2, reason: 'switch' },
    { firstSeq: 3, lastSeq: 4, reason: 'switch' },
    { firstSeq: 5, lastSeq: 5, reason: 'session_count' },
  ]);
});

test('a clock that jumps back makes no silence, then or later', () => {
  expect(
    closedBy(
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
    ])[1]?.next.lastActivityAt,
  ).toBe(1_000 * second);
});

test('an exchange taken twice is refused', () => {
  const { next } = trackSession(freshSessionState, { now: 0, topicId: 'a', seq: 7 });
  expect(() => trackSession(next, { now: 1, topicId: 'a', seq: 7 })).toThrow(
    expect.objectContaining({ code: 'topics.session_order' }),
  );
});

test('ranges cut the sequence: in order, no gap, no overlap, only the open end missing', () => {
  const event = fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.constantFrom(1, 60, 599, 600, 5_000));
  fc.assert(
    fc.property(fc.array(event, { minLength: 1, maxLength: 60 }), (gaps) => {
      let at = 0;
      const steps = run(gaps.map(([topic, gap]) => [topic, (at += gap)] as const));
      let expected = 1;
      for (const range of closedBy(steps)) {
        expect(range.firstSeq).toBe(expected);
        expect(range.lastSeq).toBeGreaterThanOrEqual(range.firstSeq);
        expected = range.lastSeq + 1;
      }
      const last = steps.at(-1)?.next;
      expect(last?.openFromSeq ?? gaps.length + 1).toBe(expected);
    }),
  );
});
