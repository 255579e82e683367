import type { SignalEvent } from '@salience/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileEvent, fileModule } from '../question/questions.fixture.ts';
import { createGate } from './create-gate.ts';
import { evaluate } from './evaluate.ts';
import { thresholdOf } from './threshold-of.ts';

const fingerprint = fileModule();
const window = [fileEvent('/disk/user/Downloads/hw3.pdf')];
const of = (score: number, threshold = 0.65) =>
  evaluate({ moduleId: 'homework-agent', score, window, fingerprint, threshold });

describe('evaluate', () => {
  it('wakes with the question of the module, and says what it saw', () => {
    expect(of(0.87)).toEqual({
      module_id: 'homework-agent',
      should_escalate: true,
      question:
        'A new file appeared at “/disk/user/Downloads/hw3.pdf”. Is this file related to a course assignment or homework?',
      confidence: 0.87,
      window,
      reason: 'woke',
      values: { location: '/disk/user/Downloads/hw3.pdf' },
    });
  });

  it.each([
    [0.6499, 'below_threshold'],
    [0.65, 'woke'],
    [Number.NaN, 'not_finite'],
    [Number.POSITIVE_INFINITY, 'not_finite'],
    [-1, 'below_threshold'],
  ])('a score of %d: %s', (score, reason) => {
    expect(of(score)).toMatchObject({ reason, should_escalate: reason === 'woke' });
  });

  it('lets nothing pass a threshold that is no number, and gives a number for one that is none', () => {
    expect(of(1, Number.NaN)).toMatchObject({ reason: 'below_threshold', should_escalate: false });
    expect(of(Number.NaN).confidence).toBe(0);
  });

  it('says what is wrong with a template, behind score and threshold', () => {
    const broken = { ...fingerprint, question_template: '{location' };
    const decide = (module: typeof broken, score: number) =>
      evaluate({ moduleId: 'm', score, window, fingerprint: module, threshold: 0.65 }).reason;
    expect(decide(broken, 0.9)).toBe('template_error');
    expect(decide(broken, 0.1)).toBe('below_threshold');
    expect(decide({ ...broken, question_template: ' ' }, 0.9)).toBe('template_missing');
  });

  it('law 18: a higher threshold never lets more pass; should_escalate only with a question that is not blank', () => {
    const unit = fc.double({ min: 0, max: 1, noNaN: true });
    const template = fc.oneof(fc.string({ unit: 'binary' }), fc.constant('At {location}?'));
    fc.assert(
      fc.property(fc.double(), unit, unit, template, (score, a, b, question_template) => {
        const decide = (threshold: number) =>
          evaluate({
            moduleId: 'm',
            score,
            window: window as SignalEvent[],
            fingerprint: { ...fingerprint, question_template },
            threshold,
          });
        const [low, high] = [decide(Math.min(a, b)), decide(Math.max(a, b))];
        expect(high.should_escalate && !low.should_escalate).toBe(false);
        expect(low.should_escalate).toBe(low.question !== null && low.question.trim() !== '');
        expect(low.should_escalate).toBe(low.reason === 'woke');
      }),
    );
  });
});

describe('createGate', () => {
  it('has a threshold of its own, which counts from the next score on', () => {
    const [one, other] = [createGate(), createGate(0.9)];
    const pass = (gate: typeof one) =>
      gate.evaluate({ moduleId: 'm', score: 0.7, window, fingerprint }).should_escalate;
    expect([one.threshold, pass(one), pass(other)]).toEqual([0.65, true, false]);
    one.setThreshold(0.71);
    expect([one.threshold, pass(one), other.threshold]).toEqual([0.71, false, 0.9]);
  });

  it.each([1.5, -0.1, Number.NaN])('refuses %d as the seed says, and keeps what it had', (threshold) => {
    const gate = createGate(0.5);
    const message = `threshold must be in [0.0, 1.0], got ${threshold}`;
    expect(() => gate.setThreshold(threshold)).toThrow(new RangeError(message));
    expect(() => createGate(threshold)).toThrow(RangeError);
    expect(gate.threshold).toBe(0.5);
  });

  it('takes both ends', () => {
    expect([createGate(0).threshold, createGate(1).threshold]).toEqual([0, 1]);
  });
});

describe('thresholdOf', () => {
  it.each([
    [{ module: 0.8, cluster: 0.7, agent: 0.6, declared: 0.5 }, 0.8, 'module'],
    [{ module: null, cluster: 0.7, agent: 0.6, declared: 0.5 }, 0.7, 'cluster'],
    [{ agent: 0, declared: 0.5 }, 0, 'agent'],
    [{ module: Number.NaN, cluster: 2, declared: 0.5 }, 0.5, 'declared'],
    [{}, 0.65, 'default'],
  ] as const)('%j: %d of %s', (set, threshold, scope) => {
    expect(thresholdOf(set)).toEqual({ threshold, scope });
  });
});
