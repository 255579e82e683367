import {
  actionClasses,
  authorisations,
  authorities,
  type Authorisation,
  type Grant,
  grantSchema,
} from '@salience/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { grantAllows, grantOf } from './grant.ts';
import { authorise, type PolicyRules } from './policy.ts';

const now = Date.parse('2026-11-24T09:00:00Z');
const until = '2026-11-24T10:00:00Z';
const hour = 3_600_000;

describe('grantOf', () => {
  it('allows nothing of its own', () => {
    expect(grantOf('external_verified')).toEqual({
      authority: 'external_verified',
      allowed: [],
      until: null,
      by: null,
    });
  });

  it('has each class once, in order, and can be stored', () => {
    const grant = grantOf('unknown', {
      allowed: ['destructive', 'read_private', 'destructive'],
      until,
      by: 'operator:ann',
    });
    expect(grant.allowed).toEqual(['read_private', 'destructive']);
    expect(grantSchema.parse(grant)).toEqual(grant);
  });
});

describe('grantAllows', () => {
  it('law 11: a yes to a held message allows its class and no other', () => {
    const grant = grantOf('external_verified', { allowed: ['external_send'], by: 'local' });
    expect(actionClasses.map((one) => grantAllows(grant, one, now))).toEqual([
      'allow',
      'review',
      'review',
      'allow',
      'review',
      'review',
    ]);
    const unknown = grantOf('unknown', { allowed: ['external_send'], by: 'local' });
    expect(actionClasses.map((one) => grantAllows(unknown, one, now))).toEqual([
      'reject',
      'reject',
      'reject',
      'allow',
      'reject',
      'reject',
    ]);
  });

  it.each<[string, string | null, number, Authorisation]>([
    ['before its end', until, now, 'allow'],
    ['a moment before', until, now + hour - 1, 'allow'],
    ['at its end', until, now + hour, 'review'],
    ['later', until, now + 2 * hour, 'review'],
    ['without an end', null, now + 1e6 * hour, 'allow'],
    ['with an end that is no instant', 'soon', now, 'review'],
    ['with an empty end', '', now, 'review'],
    ['at no time', until, Number.NaN, 'review'],
  ])('%s', (_name, end, at, expected) => {
    const grant = grantOf('external_verified', { allowed: ['destructive'], until: end });
    expect(grantAllows(grant, 'destructive', at)).toBe(expected);
  });

  it('threat: when a session is over, its sender is somebody outside again', () => {
    const grant = grantOf('approved_session', { until });
    expect(grantAllows(grant, 'external_send', now)).toBe('allow');
    expect(grantAllows(grant, 'external_send', now + hour)).toBe('review');
    expect(grantAllows(grant, 'read_public', now + hour)).toBe('allow');
    expect(grantAllows(grant, 'read_private', now + hour)).toBe('review');
  });

  it('goes by the rules of the agent where nobody allowed it', () => {
    const rules: PolicyRules = { owner_verified: { external_send: 'allow', read_public: 'reject' } };
    const grant = grantOf('owner_verified', { allowed: ['destructive'] });
    expect(grantAllows(grant, 'external_send', now, rules)).toBe('allow');
    expect(grantAllows(grant, 'read_public', now, rules)).toBe('reject');
    expect(grantAllows(grant, 'destructive', now, rules)).toBe('allow');
  });

  it('threat: a grant never allows more than it shows', () => {
    const anyClass = fc.constantFrom(...actionClasses);
    const grants: fc.Arbitrary<Grant> = fc.record({
      authority: fc.constantFrom(...authorities),
      allowed: fc.array(anyClass, { maxLength: 3 }),
      until: fc.constantFrom(null, until, 'never', '2026-11-24T08:00:00+01:00'),
      by: fc.constantFrom(null, 'local'),
    });
    const row = fc.dictionary(anyClass, fc.constantFrom(...authorisations));
    const rules: fc.Arbitrary<PolicyRules> = fc.dictionary(fc.constantFrom(...authorities), row);
    const offset = fc.integer({ min: -3 * hour, max: 3 * hour });
    fc.assert(
      fc.property(grants, anyClass, offset, rules, (grant, one, later, own) => {
        const isShown = grant.allowed.includes(one);
        const isOpen = grant.until === null || now + later < Date.parse(grant.until);
        const word = grantAllows(grant, one, now + later, own);
        expect(word === 'allow').toBe(
          (isShown && isOpen) ||
            authorise(
              grant.authority === 'approved_session' && !isOpen ? 'external_verified' : grant.authority,
              one,
              own,
            ) === 'allow',
        );
        const without = grantAllows({ ...grant, allowed: [] }, one, now + later, own);
        expect(isShown || word === without).toBe(true);
      }),
    );
  });
});
