import { describe, expect, it } from 'vitest';
import { preferenceNow, scenariosOf, toolPreference, type ToolScenario } from './tool-profile.ts';

const now = new Date('2030-03-31T00:00:00Z');

function scenario(text: string, at: string): ToolScenario {
  return { runId: `turn_${text}`, n: 0, text, trust: 'user', source: 'test', at };
}

describe('toolPreference', () => {
  it('grows with successes, falls twice as fast with corrections, and stays within 0 and 1', () => {
    const today = (successes: number, corrections: number) =>
      toolPreference([{ day: '2030-03-31', successes, corrections }], now);
    expect(today(0, 0)).toBe(0.5);
    expect(today(2, 0)).toBeCloseTo(0.6, 10);
    expect(today(0, 1)).toBeCloseTo(0.4, 10);
    expect(today(100, 0)).toBe(1);
    expect(today(0, 100)).toBe(0);
  });

  it('fades by time alone: read later it is what it would be made then (law 9)', () => {
    const days = [{ day: '2030-03-01', successes: 3, corrections: 1 }];
    const later = new Date('2030-05-15T00:00:00Z');
    const stored = toolPreference(days, now);
    expect(preferenceNow(stored, now, later)).toBeCloseTo(toolPreference(days, later), 10);
    const half = new Date('2030-04-20T00:00:00Z');
    const twice = preferenceNow(preferenceNow(stored, now, half), half, later);
    expect(twice).toBeCloseTo(preferenceNow(stored, now, later), 10);
  });
});

describe('scenariosOf', () => {
  it('tells a thing once, the latest first, fifty at most', () => {
    const known = [scenario('Will it rain in Oslo?', '2030-01-01T00:00:00Z')];
    const steps = [
      scenario('will it rain in oslo', '2030-02-01T00:00:00Z'),
      scenario('Find a  cheap\nkayak', '2030-02-02T00:00:00Z'),
      scenario('  ', '2030-02-03T00:00:00Z'),
    ];
    expect(scenariosOf(known, steps).map(({ text }) => text)).toEqual([
      'Find a cheap kayak',
      'Will it rain in Oslo?',
    ]);
    const many = Array.from({ length: 60 }, (_, n) =>
      scenario(`task${n} word${n}`, new Date(n * 1_000).toISOString()),
    );
    const kept = scenariosOf([], many);
    expect(kept).toHaveLength(50);
    expect(kept[0]?.text).toBe('task59 word59');
  });
});
