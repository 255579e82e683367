import {
  actionClasses,
  type ActionPath,
  authorisations,
  consequenceTiers,
  gateLevels,
  isTainted,
  trustLevels,
} from '@salience/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type RulingInput, ruleAction } from './rule-action.ts';

const said = { section: 'message', id: 'turn_1', trust: 'user' } as const;
const page = { section: 'memory', id: 'ep_1', trust: 'external' } as const;

const input = (parts: Partial<RulingInput> & { level?: (typeof gateLevels)[number] }): RulingInput => ({
  gate: { level: parts.level ?? 'safe', reasons: ['because'] },
  tier: 'observe',
  confidence: 1,
  least: said,
  own: null,
  outside: null,
  selfStarted: false,
  later: null,
  kind: '',
  ...parts,
});

const paths: readonly ActionPath[] = ['run', 'ask', 'refuse'];
const graveness = (given: RulingInput) => paths.indexOf(ruleAction(given).path);

describe('ruleAction', () => {
  it.each([
    ['observe', 0, 'run'],
    ['observe', 1, 'run'],
    ['organise', 0.49, 'ask'],
    ['organise', 0.5, 'run'],
    ['organise', 1, 'run'],
    ['act', 0.5, 'ask'],
    ['act', 0.749, 'ask'],
    ['act', 0.75, 'run'],
    ['act', 1, 'run'],
    ['commit', 0, 'ask'],
    ['commit', 1, 'ask'],
  ] as const)('law 11: %s at confidence %d with a safe gate: %s', (tier, confidence, path) => {
    expect(ruleAction(input({ tier, confidence })).path).toBe(path);
    expect(ruleAction(input({ tier, confidence, level: 'confirm' })).path).toBe('ask');
    expect(ruleAction(input({ tier, confidence, level: 'block' })).path).toBe('refuse');
  });

  it.each([
    ['observe', 'organise'],
    ['organise', 'act'],
    ['act', 'commit'],
    ['commit', 'commit'],
  ] as const)(
    'law 10: %s counts as %s where text is tainted or nobody began the turn, once',
    (tier, effectiveTier) => {
      for (const [least, selfStarted] of [
        [page, false],
        [said, true],
        [page, true],
      ] as const)
        expect(ruleAction(input({ tier, least, selfStarted }))).toMatchObject({ tier, effectiveTier });
      expect(ruleAction(input({ tier })).effectiveTier).toBe(tier);
    },
  );

  it('threat: text from outside can make an action ask, never run', () => {
    expect(ruleAction(input({ tier: 'act', confidence: 1, least: page })).path).toBe('ask');
    expect(ruleAction(input({ tier: 'observe', confidence: 0.2, least: page })).path).toBe('ask');
  });

  const anything = fc.record({
    gate: fc.record({
      level: fc.constantFrom(...gateLevels),
      reasons: fc.array(fc.string(), { maxLength: 2 }),
    }),
    tier: fc.constantFrom(...consequenceTiers),
    confidence: fc.oneof(
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.constantFrom(0, 0.5, 0.75, 1, Number.NaN, -1, 7, Number.POSITIVE_INFINITY),
    ),
    least: fc.record({
      section: fc.constantFrom('message', 'memory', 'result'),
      id: fc.string({ maxLength: 5 }),
      trust: fc.constantFrom(...trustLevels),
    }),
    own: fc.option(fc.string({ maxLength: 5 })),
    outside: fc.option(fc.string({ maxLength: 5 })),
    selfStarted: fc.boolean(),
    later: fc.option(fc.constantFrom(...trustLevels)),
    kind: fc.string({ maxLength: 3 }),
  });

  it('is never milder for a higher gate, a higher tier, taint, a turn of its own or less confidence', () => {
    fc.assert(
      fc.property(
        anything,
        fc.constantFrom(...gateLevels),
        fc.constantFrom(...consequenceTiers),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (given, level, tier, lower) => {
          const before = graveness(given);
          const after = (applies: boolean, changed: Partial<RulingInput>) =>
            applies ? graveness({ ...given, ...changed }) : before;
          const higherGate = gateLevels.indexOf(level) >= gateLevels.indexOf(given.gate.level);
          const higherTier = consequenceTiers.indexOf(tier) >= consequenceTiers.indexOf(given.tier);
          expect(after(higherGate, { gate: { level, reasons: [] } })).toBeGreaterThanOrEqual(before);
          expect(after(higherTier, { tier })).toBeGreaterThanOrEqual(before);
          expect(after(true, { least: page })).toBeGreaterThanOrEqual(before);
          expect(after(true, { selfStarted: true })).toBeGreaterThanOrEqual(before);
          // What is no share counts as the share it is taken for.
          const counted = ruleAction(given).confidence;
          expect(after(lower <= counted, { confidence: lower })).toBeGreaterThanOrEqual(before);
        },
      ),
    );
  });

  it('refuses a block, whatever else holds, and keeps all that decided', () => {
    fc.assert(
      fc.property(anything, (given) => {
        const ruling = ruleAction(given);
        expect(ruling.path === 'refuse').toBe(given.gate.level === 'block');
        expect(ruling.gate).toEqual(given.gate);
        expect(ruling.confidence).toBeGreaterThanOrEqual(0);
        expect(ruling.confidence).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('threat: text that is not trusted, private data and an effect outside never go together unasked (Rule of Two)', () => {
    fc.assert(
      fc.property(anything, (given) => {
        const { path, two } = ruleAction(given);
        const all = two.untrusted !== null && two.private !== null && two.outside !== null;
        expect(all).toBe(isTainted(given.least.trust) && given.own !== null && given.outside !== null);
        expect(all && path === 'run').toBe(false);
      }),
    );
    const reads = input({ tier: 'observe', own: 'ex_1', outside: 'address evil.test' });
    expect(ruleAction(reads).path).toBe('run');
    expect(ruleAction({ ...reads, least: page, own: null }).path).toBe('run');
    expect(ruleAction({ ...reads, least: page, outside: null }).path).toBe('run');
    expect(ruleAction({ ...reads, least: page })).toMatchObject({
      path: 'ask',
      least: page,
      two: { untrusted: 'memory ep_1', private: 'ex_1', outside: 'address evil.test' },
    });
  });

  it('threat: what the agent is to do later is asked for, whatever it has earned, unless only its person’s words say so', () => {
    fc.assert(
      fc.property(anything, (given) => {
        const isOwn = [null, 'user', 'owner'].includes(given.later);
        const isTold = given.later !== null && isTainted(given.least.trust);
        const { path } = ruleAction({ ...given, later: null });
        expect(ruleAction(given).path).toBe(path === 'run' && (!isOwn || isTold) ? 'ask' : path);
      }),
    );
    const earned = input({ tier: 'organise', confidence: 1 });
    expect(ruleAction({ ...earned, later: 'user' }).path).toBe('run');
    expect(ruleAction({ ...earned, later: 'agent' }).path).toBe('ask');
    expect(ruleAction({ ...earned, later: 'user', least: page })).toMatchObject({
      path: 'ask',
      reason: expect.stringContaining('later') as string,
    });
    expect(ruleAction({ ...earned, later: null, least: page }).path).toBe('run');
  });

  it.each([
    ['allow', 'run'],
    ['review', 'ask'],
    ['reject', 'refuse'],
  ] as const)('law 11: what would run, and of which the grant of its task says %s: %s', (says, path) => {
    const ruling = ruleAction(input({ grant: { class: 'read_private', says } }));
    expect(ruling).toMatchObject({ path, grant: { class: 'read_private', says } });
    expect(ruling.reason.includes('its task')).toBe(path !== 'run');
    expect(ruleAction(input({}))).not.toHaveProperty('grant');
  });

  it('threat: the grant of a task only takes away, and nothing that a mail has earned or says gives it back', () => {
    const grants = fc.record({
      class: fc.constantFrom(...actionClasses),
      says: fc.constantFrom(...authorisations),
    });
    fc.assert(
      fc.property(anything, grants, (given, grant) => {
        const before = ruleAction(given).path;
        const left = {
          allow: before,
          review: before === 'run' ? ('ask' as const) : before,
          reject: 'refuse' as const,
        }[grant.says];
        expect(ruleAction({ ...given, grant }).path).toBe(left);
        expect(paths.indexOf(left)).toBeGreaterThanOrEqual(paths.indexOf(before));
      }),
    );
  });

  it('threat: words of nobody in particular count as those from outside', () => {
    const nobody = { ...said, trust: 'unverified' } as const;
    expect(ruleAction(input({ tier: 'act', confidence: 1, least: nobody })).path).toBe('ask');
    expect(ruleAction(input({ tier: 'observe', least: nobody })).path).toBe('run');
  });
});
