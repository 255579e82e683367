import { planSchema } from '@salience/contracts';
import { describe, expect, it } from 'vitest';
import { linearPlan, plansByName, singlePlan } from './built-in-plans.ts';
import { compilePlan } from './compile-plan.ts';

const invalid = (words: string): unknown =>
  expect.objectContaining({ code: 'plan.invalid', message: expect.stringContaining(words) });

describe('linearPlan', () => {
  it('makes steps of the agent, one after another', () => {
    const plan = linearPlan(['Look it up.', ' Write it down. '], { turns_max: 4 });
    expect(plan).toEqual({
      steps: [
        { kind: 'agent', name: 'step-1', text: 'Look it up.' },
        { kind: 'agent', name: 'step-2', text: 'Write it down.' },
      ],
      turns_max: 4,
      hours_max: 72,
    });
  });

  it.each([
    [['one'], 'got 1'],
    [Array.from({ length: 9 }, () => 'x'), 'got 9'],
    [['one', ' '], 'steps.1.text'],
    [['one', 'x'.repeat(1_001)], 'steps.1.text'],
  ])('refuses %j', (texts, words) => {
    expect(() => linearPlan(texts)).toThrow(invalid(words));
  });

  it('takes 2 and 8 steps', () => {
    expect([2, 8].map((length) => linearPlan(Array.from({ length }, () => 'x')).steps.length)).toEqual([
      2, 8,
    ]);
  });

  it('refuses limits that no plan may have', () => {
    expect(() => linearPlan(['a', 'b'], { turns_max: 0 })).toThrow(invalid('turns_max'));
  });
});

describe('the built-in plans', () => {
  it('are plans that the contract passes, and sound', () => {
    const plans = [...Object.values(plansByName), singlePlan('Do it.')];
    for (const plan of plans) expect(compilePlan(planSchema.parse(plan))).toEqual(plan);
    expect(Object.keys(plansByName)).toEqual(['mail']);
  });

  it('are found by their names alone', () => {
    expect(['constructor', '__proto__', 'toString'].map((name) => plansByName[name])).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('let one step answer a mail with a draft, and none send it', () => {
    expect(plansByName.mail.steps.find(({ name }) => name === 'answer')?.text).toContain('Do not send');
  });

  it('say why a single step is no plan', () => {
    expect(() => singlePlan('')).toThrow(invalid('steps.0.text'));
  });
});
