import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileAt, moduleOf, mondayTen, oddEvent, signalOf, wholeModule } from '../../test/made-up.ts';
import { type EventFacts, writeFeatures } from './event-features.ts';
import { featureCount, type FeatureName, featureNames, slotOf } from './feature-names.ts';
import type { Fingerprint, SignalEvent } from '@salience/contracts';

const facts: EventFacts = {
  sinceMinutes: null,
  burst: 0,
  surprise: 0,
  evidence: 0,
  declaration: 1,
  zone: 'UTC',
};

function featuresOf(fingerprint: Fingerprint, event: SignalEvent, more: Partial<EventFacts> = {}) {
  const target = new Float32Array(featureCount);
  writeFeatures(target, 0, fingerprint, event, { ...facts, ...more });
  return (name: FeatureName): number => target[slotOf(name)] ?? Number.NaN;
}

describe('the features of an event', () => {
  it('are sixteen, and each has one name', () => {
    expect(featureNames).toHaveLength(16);
    expect(new Set(featureNames).size).toBe(16);
    expect([slotOf('match'), slotOf('surprise')]).toEqual([0, 15]);
  });

  it('law: lie in [-1, 1] for anything at all', () => {
    const odd = fc.oneof(fc.double(), fc.constantFrom(Number.NaN, Infinity, -Infinity));
    fc.assert(
      fc.property(
        oddEvent,
        odd,
        odd,
        odd,
        odd,
        fc.constantFrom('UTC', 'Europe/Berlin', 'no/zone'),
        (event, ...rest) => {
          const [sinceMinutes, burst, surprise, evidence, zone] = rest;
          const target = new Float32Array(featureCount);
          const given = { sinceMinutes, burst, surprise, evidence, declaration: 1, zone };
          writeFeatures(target, 0, wholeModule, event, given);
          expect([...target].every((value) => value >= -1 && value <= 1)).toBe(true);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('say what changed, one slot a kind', () => {
    const kinds = ['created', 'modified', 'deleted', 'tick'] as const;
    for (const kind of kinds) {
      const at = featuresOf(wholeModule, fileAt('/in/a.pdf', mondayTen, { delta_type: kind }));
      expect(kinds.map((name) => at(name))).toEqual(kinds.map((name) => (name === kind ? 1 : 0)));
    }
    expect(featuresOf(wholeModule, fileAt('/in/a', mondayTen, { delta_type: 'renamed' }))('created')).toBe(1);
  });

  it('say where: less with each level, nothing outside', () => {
    const place = (path: string) => featuresOf(wholeModule, fileAt(path))('place');
    expect(place('/in/a.pdf')).toBe(1);
    expect(place('/in/b/a.pdf')).toBeLessThan(1);
    expect(place('/in/b/c/a.pdf')).toBeLessThan(place('/in/b/a.pdf'));
    expect(place('/inner/a.pdf')).toBe(0);
    expect(featuresOf(wholeModule, signalOf('hook', { hook: 'build' }))('place')).toBe(1);
    expect(featuresOf(wholeModule, signalOf('hook', { hook: 'other' }))('place')).toBe(0);
  });

  it('tell the time of the zone of the module', () => {
    const hour = (zone: string) =>
      featuresOf(moduleOf({}, { time_zone: zone }), fileAt('/a', mondayTen))('hour_cos');
    expect(hour('UTC')).toBeCloseTo(Math.cos((2 * Math.PI * 10) / 24), 6);
    expect(hour('Asia/Tokyo')).toBeCloseTo(Math.cos((2 * Math.PI * 19) / 24), 6);
    expect(featuresOf(moduleOf({}), fileAt('/a', mondayTen))('weekday_cos')).toBeCloseTo(1, 6);
    expect(featuresOf(moduleOf({}), fileAt('/a', mondayTen), { zone: 'Asia/Tokyo' })('hour_cos')).toBeCloseTo(
      hour('Asia/Tokyo'),
      6,
    );
  });

  it('count the time since the last wake in typical intervals', () => {
    const since = (sinceMinutes: number | null) =>
      featuresOf(moduleOf({ time: { active_hours: [0, 23], typical_interval_hours: 1 } }), fileAt('/a'), {
        sinceMinutes,
      })('since_activation');
    expect(since(null)).toBe(1);
    expect(since(0)).toBe(0);
    expect(since(60)).toBeGreaterThan(since(30));
    expect(since(1e9)).toBe(1);
  });

  it('tell size of what came, and growth of what changed', () => {
    const size = (delta_type: 'created' | 'modified', size_bytes: number, previous_size_bytes: number) =>
      featuresOf(
        wholeModule,
        fileAt('/in/a', mondayTen, { delta_type, features: { size_bytes, previous_size_bytes } }),
      )('size');
    expect(size('created', 1_000, 5)).toBeGreaterThan(size('created', 100, 5));
    expect(size('modified', 1_000, 100)).toBeGreaterThan(0);
    expect(size('modified', 100, 1_000)).toBeLessThan(0);
    expect(size('modified', 100, 100)).toBe(0);
  });

  it('let the declaration give way to labels', () => {
    const event = fileAt('/in/a.pdf');
    const [whole, half] = [
      featuresOf(wholeModule, event),
      featuresOf(wholeModule, event, { declaration: 0.5 }),
    ];
    expect(half('match')).toBeCloseTo(whole('match') / 2, 6);
    expect(half('active')).toBe(0.5);
    expect(half('place')).toBe(1);
  });
});
