import { describe, expect, it } from 'vitest';
import { mentionedStrength } from './strength.ts';

describe('strength of what is mentioned again', () => {
  it('grows with each mention, by less each time, and never passes 1 (law 9)', () => {
    let strength = mentionedStrength(0.3, 1);
    let gained = 1;
    for (let mentions = 2; mentions < 5_000; mentions += 1) {
      const next = mentionedStrength(0.3, mentions);
      expect(next).toBeGreaterThan(strength);
      expect(next).toBeLessThan(1);
      expect(next - strength).toBeLessThan(gained);
      gained = next - strength;
      strength = next;
    }
    expect(strength).toBeGreaterThan(0.9);
  });

  it('is what the first mention gives until there is another, and at 1 for ever', () => {
    expect(mentionedStrength(0.3, 1)).toBeCloseTo(0.3, 12);
    expect(mentionedStrength(0.3, 0)).toBeCloseTo(0.3, 12);
    expect(mentionedStrength(1, 7)).toBe(1);
  });
});
