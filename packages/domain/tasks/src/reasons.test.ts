import { describe, expect, it } from 'vitest';
import { failedTurn, rowWith, taskWith } from '../test/rows.ts';
import { linearPlan } from './built-in-plans.ts';
import { reasonInWords, taskReasons } from './reasons.ts';

const plan = linearPlan(['a', 'b'], { hours_max: 1 });

describe('reasonInWords', () => {
  it('says each reason in one sentence of its own', () => {
    const facts = { plan, steps: [rowWith('step-1', { attempt: 3, turn: failedTurn({ effects: 2 }) })] };
    const sentences = taskReasons.map((code) => reasonInWords(code, facts));
    for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z][^.]*(?:\(model\.down\)[^.]*)?\.$/);
    expect(new Set(sentences).size).toBe(taskReasons.length);
    expect(reasonInWords('acted', facts)).toBe(
      'Its step "step-1" failed (model.down) after 2 actions that may have changed something, so it is not repeated.',
    );
    expect(reasonInWords('attempts', facts)).toBe('Its step "step-1" came to nothing in 3 tries.');
  });

  it('needs no more than the task', () => {
    expect(reasonInWords('hours', taskWith(plan))).toBe('It has used up the 1 hour that it may take.');
    expect(reasonInWords('turns', taskWith(plan))).toBe('It has used up the 16 turns that it may take.');
    for (const code of taskReasons) expect(reasonInWords(code, { plan })).not.toMatch(/undefined|null/);
  });
});
