import { describe, expect, it } from 'vitest';
import { reinforced } from './strength.ts';

describe('strength of what is mentioned again', () => {
  it('grows with each mention, by less each time, and never passes 1 (law 9)', () => {
    let strength = 0.3;
    let gained = 1;
    for (let mentions = 2; mentions < 5_000; mentions += 1) {
      const next = reinforced(strength, mentions);
      expect(next).toBeGreaterThan(strength);
      expect(next).toBeLessThan(1);
      expect(next - strength).toBeLessThan(gained);
      gained = next - strength;
      strength = next;
    }
    expect(strength).toBeGreaterThan(0.9);
  });

  it('stays what it is at the first mention, and at 1 for ever', () => {
    expect(reinforced(0.3, 1)).toBe(0.3);
    expect(reinforced(1, 7)).toBe(1);
  });
});
