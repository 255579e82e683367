import { describe, expect, it } from 'vitest';
import { type EventPosition, type LiveEvent, terminalPositions } from '@salience/contracts';
import { newId } from '@salience/database';
import { type TurnRow } from '@salience/database/turns';
import { endOfRow } from './terminal-events.ts';
import { TurnProgress } from './turn-progress.ts';

const turnId = newId('turn', 0);
const delta = (text: string): LiveEvent => ({ type: 'delta', text });

function endedTurn(fence: number, state: TurnRow['state'] = 'ignored'): TurnRow {
  return {
    id: turnId,
    threadId: newId('thread', 0),
    seq: 1,
    state,
    text: '',
    speaker: null,
    source: 'api',
    trust: 'user',
    attempts: 1,
    fence,
    acceptedAt: '2026-01-01T00:00:00.000Z',
    endedAt: '2026-01-01T00:00:01.500Z',
    traceparent: null,
    error: null,
    timings: null,
    parentTurnId: null,
    childTurnIds: [],
    forgottenAt: null,
    approvals: [],
    settledAs: null,
    interruptedBy: null,
    mergedInto: null,
    merged: [],
    reply: null,
  };
}

const types = (events: readonly { event: { type: string } }[]) => events.map(({ event }) => event.type);

describe('TurnProgress', () => {
  it('passes each event on once, however often and in whatever order it comes', () => {
    const progress = new TurnProgress(turnId, undefined);
    expect(types(progress.live({ fence: 1, n: 1 }, delta('a')))).toEqual(['delta']);
    expect(progress.live({ fence: 1, n: 1 }, delta('a'))).toEqual([]);
    expect(types(progress.live({ fence: 1, n: 3 }, delta('c')))).toEqual(['delta']);
    expect(progress.live({ fence: 1, n: 2 }, delta('b'))).toEqual([]);
  });

  it('takes deltas back once when a higher fence speaks, and never hears the lower again', () => {
    const progress = new TurnProgress(turnId, undefined);
    progress.live({ fence: 1, n: 1 }, delta('old'));
    expect(types(progress.live({ fence: 2, n: 1 }, { type: 'status', status: 'thinking' }))).toEqual([
      'reset',
      'status',
    ]);
    expect(types(progress.live({ fence: 2, n: 2 }, delta('new')))).toEqual(['delta']);
    expect(progress.live({ fence: 1, n: 2 }, delta('late'))).toEqual([]);
  });

  it('takes nothing back where nothing was said', () => {
    const progress = new TurnProgress(turnId, undefined);
    progress.live({ fence: 1, n: 1 }, { type: 'status', status: 'thinking' });
    expect(types(progress.live({ fence: 2, n: 1 }, delta('first')))).toEqual(['delta']);
  });

  it('gives no id to a reset, so that nobody resumes between it and what follows', () => {
    const progress = new TurnProgress(turnId, { fence: 1, n: 4 });
    const [reset] = progress.live({ fence: 2, n: 1 }, delta('new'));
    expect(reset?.position).toBeUndefined();
  });

  it.each<[string, EventPosition | undefined, string[]]>([
    ['nothing', undefined, ['error', 'done']],
    ['a delta of the same fence', { fence: 3, n: 9 }, ['error', 'done']],
    ['a delta of a lower fence', { fence: 2, n: 9 }, ['reset', 'error', 'done']],
    ['the error', { fence: 3, n: terminalPositions.reply }, ['done']],
    ['everything', { fence: 3, n: terminalPositions.done }, []],
  ])('ends for a reader that has %s', (_what, after, expected) => {
    expect(types(new TurnProgress(turnId, after).ended(endOfRow(endedTurn(3, 'failed')), 3))).toEqual(
      expected,
    );
  });

  it('says how a turn ended and how long it took, without the worker’s words where there are none', () => {
    const [error, done] = new TurnProgress(turnId, undefined).ended(endOfRow(endedTurn(1, 'quarantined')), 1);
    expect(error?.event).toMatchObject({ type: 'error', code: 'turn.quarantined', recoverable: false });
    expect(done?.event).toEqual({ type: 'done', turn_id: turnId, state: 'quarantined', duration_ms: 1_500 });
  });

  it('refuses to end a turn that goes on', () => {
    expect(() => endOfRow(endedTurn(1, 'running'))).toThrow(/ended/);
  });
});
