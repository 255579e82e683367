import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileAt, mondayTen, oddEvent, signalOf, wholeModule, windowOf } from '../../test/made-up.ts';
import { featureCount, slotOf, windowLength } from '../features/feature-names.ts';
import { advance, emptyState, withActivation } from './cluster-state.ts';
import { stackWindows } from './stack-windows.ts';
import { minutesSince, snapshotOf, windowMatrix } from './window-matrix.ts';
import type { SignalEvent } from '@salience/contracts';

const fold = (events: readonly SignalEvent[]) =>
  events.reduce((state, event) => advance(state, event), emptyState());
const files = (count: number, gap = 60) =>
  Array.from({ length: count }, (_, n) => fileAt(`/in/${n}.pdf`, mondayTen + gap * n));

describe('the state of a cluster', () => {
  it('law: the same signals give the same state, also after a way through JSON at any place', () => {
    fc.assert(
      fc.property(fc.array(oddEvent, { maxLength: 25 }), fc.nat(25), (events, at) => {
        const whole = fold(events);
        const half = JSON.parse(JSON.stringify(fold(events.slice(0, at)))) as typeof whole;
        const resumed = events.slice(at).reduce((state, event) => advance(state, event), half);
        expect(JSON.stringify(resumed)).toBe(JSON.stringify(whole));
        expect(whole.events.length).toBe(Math.min(windowLength, events.length));
      }),
    );
  });

  it('keeps the last ten, oldest first, and counts all', () => {
    const state = fold(files(13));
    expect(state.seen).toBe(13);
    expect(state.events.map(({ event }) => event.location)).toEqual(
      files(13)
        .slice(3)
        .map(({ location }) => location),
    );
  });

  it('feels a burst, and forgets it', () => {
    const [slow, fast] = [fold(files(10, 600)), fold(files(10, 1))];
    expect(slow.events.at(-1)?.burst).toBeLessThan(0.01);
    expect(fast.events.at(-1)?.burst).toBeGreaterThan(0.4);
    const later = advance(fast, fileAt('/in/z', mondayTen + 3_600));
    expect(later.events.at(-1)?.burst).toBeLessThan(0.01);
  });

  it('does not go back for a signal that comes late', () => {
    const state = advance(fold(files(2)), fileAt('/in/late', mondayTen - 1_000));
    expect(state.pace.at).toBe(mondayTen + 60);
    expect(state.events.at(-1)?.burst).toBeLessThanOrEqual(1);
  });

  it('holds a surprise to [-1, 1], and one that is no number for none', () => {
    const surprise = (value: number) => advance(emptyState(), fileAt('/in/a'), value).events[0]?.surprise;
    expect([5, -5, 0.5, Number.NaN].map(surprise)).toEqual([1, -1, 0.5, 0]);
  });

  it('is bounded, whatever a signal brings', () => {
    const features = Object.fromEntries(
      Array.from({ length: 60 }, (_, n) => [
        `f${n}`,
        n % 2 === 0 ? 'x'.repeat(1_000) : Array.from({ length: 64 }, () => 'y'.repeat(200)),
      ]),
    );
    const text = Array.from({ length: 3_000 }, (_, n) => `w${n}`).join(' ');
    const state = fold(Array.from({ length: 12 }, () => signalOf('hook', { text, ...features })));
    expect(JSON.stringify(state).length).toBeLessThan(1_200_000);
    expect(Object.keys(state.events[0]?.event.features ?? {})).toHaveLength(24);
    expect(String(state.events[0]?.event.features['text']).split(' ').length).toBeLessThanOrEqual(32);
  });

  it('leaves out a number that is none', () => {
    const { event } = fold([signalOf('host', { value: Number.NaN, metric: 'load' })]).events[0] ?? {
      event: undefined,
    };
    expect(event?.features).toEqual({ metric: 'load' });
  });

  it('remembers the last wake of each module, never an earlier one', () => {
    const state = withActivation(withActivation(emptyState(), 'a', 100), 'b', 50);
    expect(withActivation(state, 'a', 90).activations).toEqual({ a: 100, b: 50 });
    expect(withActivation(state, 'a', Number.NaN).activations['a']).toBe(100);
    expect(snapshotOf(state, 'a').activatedAt).toBe(100);
    expect(snapshotOf(state, 'c').activatedAt).toBeNull();
  });
});

describe('the matrix of a window', () => {
  it('is padded at the front with zeros', () => {
    const { matrix, length } = windowMatrix(windowOf(...files(3)), wholeModule, undefined, 'UTC');
    expect(length).toBe(3);
    expect(matrix).toHaveLength(windowLength * featureCount);
    expect(matrix.subarray(0, 7 * featureCount).every((value) => value === 0)).toBe(true);
    expect(matrix[7 * featureCount + slotOf('created')]).toBe(1);
    expect(matrix[9 * featureCount + slotOf('match')]).toBeGreaterThan(0.5);
  });

  it('is stacked with its events first, and padding behind them', () => {
    const [one, two] = [files(3), files(12)].map((events) =>
      windowMatrix(windowOf(...events), wholeModule, undefined, 'UTC'),
    );
    const { windows, lengths } = stackWindows([one, two] as never);
    expect([...lengths]).toEqual([3, 10]);
    const size = windowLength * featureCount;
    expect(windows.subarray(0, 3 * featureCount)).toEqual(one?.matrix.subarray(7 * featureCount));
    expect(windows.subarray(3 * featureCount, size).every((value) => value === 0)).toBe(true);
    expect(windows.subarray(size)).toEqual(two?.matrix);
    expect(stackWindows([]).windows).toHaveLength(0);
  });

  it('counts minutes since a wake, none before it', () => {
    expect([minutesSince(null, 5), minutesSince(100, 160), minutesSince(100, 40)]).toEqual([null, 1, 0]);
  });
});
