import { describe, expect, it } from 'vitest';
import { actsLater, tierOfCall } from './call-tier.ts';

const reads = { actions: ['list', 'view'], tier: 'observe' as const };
const spec = { tier: 'organise' as const, reads, actsLater: { action: 'create', kind: 'prompt' } };

describe('the tier of a call', () => {
  it('is that of reading calls for the actions that are declared to only read', () => {
    expect(tierOfCall(spec, { action: 'view', list: 'x' })).toBe('observe');
    expect(tierOfCall({ ...spec, reads: { ...reads, tier: 'act' } }, { action: 'list' })).toBe('act');
  });

  it.each([
    {},
    { action: 'add' },
    { action: 'View' },
    { action: 'unknown' },
    { action: ['view'] },
    { other: 'view' },
  ])('threat: is the highest of its tool for %j, which nobody declared', (args) => {
    expect(tierOfCall(spec, args)).toBe('organise');
  });

  it('is that of the tool where nothing is declared', () => {
    expect(tierOfCall({ tier: 'act' }, { action: 'view' })).toBe('act');
    expect(tierOfCall(spec, Object.create({ action: 'view' }) as Record<string, unknown>)).toBe('organise');
  });
});

it('a call acts later only with all of the declared values', () => {
  expect(actsLater(spec, { action: 'create', kind: 'prompt', text: 'x' })).toBe(true);
  expect(actsLater(spec, { action: 'create', kind: 'reminder' })).toBe(false);
  expect(actsLater(spec, { action: 'create' })).toBe(false);
  expect(actsLater({}, { action: 'create', kind: 'prompt' })).toBe(false);
});
