import { type Mode, trustLevels } from '@salience/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { confidenceOfReply, confidenceOfResult, lowConfidence, supportOf } from './confidence.ts';

const unit = fc.double({ min: 0, max: 1, noNaN: true });
const trust = fc.constantFrom(...trustLevels);
const outcome = fc.constantFrom('succeeded', 'failed', 'timed_out', 'unknown');
const verdict = fc.constantFrom('accept', 'correct', 'escalate', null);

describe('confidenceOfResult', () => {
  it.each([
    ['of a fresh tool that succeeded', 'succeeded', 0.625, 'accept', 'agent', 0.813],
    ['of a proven tool', 'succeeded', 1, 'accept', 'agent', 0.95],
    ['from outside', 'succeeded', 1, 'accept', 'external', 0.7],
    ['that the critic objects to', 'succeeded', 0.625, 'escalate', 'agent', 0.406],
    ['of a call that failed', 'failed', 0.625, 'accept', 'agent', 0.244],
    ['that nobody knows', 'unknown', 0.625, null, 'agent', 0.081],
  ] as const)('is known %s', (_name, how, record, judged, from, expected) => {
    expect(confidenceOfResult({ outcome: how, record, verdict: judged, trust: from })).toBe(expected);
  });

  it('law 9: is between 0 and 1, and a better record never lowers it', () => {
    fc.assert(
      fc.property(outcome, verdict, trust, fc.double(), unit, unit, (how, judged, from, any, one, two) => {
        const of = (record: number) =>
          confidenceOfResult({ outcome: how, verdict: judged, trust: from, record });
        expect(of(any)).toBeGreaterThanOrEqual(0);
        expect(of(any)).toBeLessThanOrEqual(1);
        expect(of(Math.min(one, two))).toBeLessThanOrEqual(of(Math.max(one, two)));
      }),
    );
  });
});

describe('confidenceOfReply', () => {
  const bare = { mode: 'RESPOND', offline: false, trust: 'agent', support: [], actions: [] } as const;
  it.each([
    ['rests on nothing', {}, 0.5],
    ['is written without a model and rests on nothing', { offline: true }, 0.3],
    ['rests on a memory that fits', { support: [1] }, 0.9],
    ['rests on a memory that hardly fits', { support: [0.2] }, 0.58],
    ['rests on two memories', { support: [1, 0.5] }, 0.94],
    ['rests on text from outside', { support: [1], trust: 'external' }, 0.7],
    ['tells of an action', { actions: [0.813] }, 0.813],
    ['tells of an action that failed, and cites', { actions: [0.813, 0.244], support: [1] }, 0.244],
  ] as const)('of what %s', (_name, change, expected) => {
    expect(confidenceOfReply({ ...bare, ...change })?.confidence).toBe(expected);
  });

  it.each<Mode>(['CLARIFY', 'ACKNOWLEDGE', 'IGNORE'])('is none of %s, which makes no claim', (mode) => {
    expect(confidenceOfReply({ ...bare, mode, support: [1] })).toBeNull();
  });

  it('law 9: is between 0 and 1; more evidence never lowers what evidence makes', () => {
    const units = fc.array(unit, { maxLength: 6 });
    fc.assert(
      fc.property(units, units, unit, trust, fc.boolean(), (support, actions, more, from, offline) => {
        const of = (all: readonly number[]) =>
          confidenceOfReply({ mode: 'RESPOND', offline, trust: from, support: all, actions })?.confidence ??
          -1;
        const [before, after] = [of(support), of([...support, more])];
        expect(before).toBeGreaterThanOrEqual(0);
        expect(after).toBeGreaterThanOrEqual(before);
        expect(after).toBeLessThanOrEqual(Math.min(1, ...actions) + 0.0005);
      }),
    );
  });

  it('law 10: no memory from outside speaks for a reply as much as a person does', () => {
    expect(supportOf(1, 'external')).toBeLessThan(supportOf(1, 'user'));
    expect(supportOf(Number.NaN, 'owner')).toBe(0);
    expect(supportOf(9, 'owner')).toBe(1);
  });

  it('calls a guess what nothing supports without a model, and not what a model says', () => {
    expect(confidenceOfReply({ ...bare, offline: true })?.confidence).toBeLessThan(lowConfidence);
    expect(confidenceOfReply(bare)?.confidence).toBeGreaterThanOrEqual(lowConfidence);
  });
});
