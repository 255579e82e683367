import {
  type ActionClass,
  actionClasses,
  type Authorisation,
  authorisations,
  type Authority,
  authorities,
} from '@salience/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { authorise, policy, type PolicyRules } from './policy.ts';

/** a: allow, v: review (a person views it first), r: reject. */
const table: Record<Authority, string> = {
  unknown: 'rrrrrr',
  owner_claimed: 'rrrrrr',
  external_verified: 'avvvvv',
  owner_verified: 'aaavvv',
  approved_session: 'aaaavv',
  system: 'aaaaaa',
};
const words: Record<string, Authorisation> = { a: 'allow', v: 'review', r: 'reject' };
const cells = authorities.flatMap((authority) =>
  actionClasses.map((actionClass, at): [Authority, ActionClass, Authorisation] => [
    authority,
    actionClass,
    words[table[authority].charAt(at)]!,
  ]),
);
const strictness = (word: Authorisation) => authorisations.indexOf(word);
const isUnproven = (authority: Authority) => authority === 'unknown' || authority === 'owner_claimed';

describe('authorise', () => {
  it.each(cells)('%s × %s: %s', (authority, actionClass, expected) => {
    expect(authorise(authority, actionClass)).toBe(expected);
    expect(policy[authority][actionClass]).toBe(expected);
  });

  it('knows every cell there is and no other', () => {
    expect(cells).toHaveLength(36);
    expect(Object.keys(policy)).toEqual([...authorities]);
    for (const row of Object.values(policy)) expect(Object.keys(row)).toEqual([...actionClasses]);
  });

  it('gets no milder along a row', () => {
    for (const authority of authorities) {
      const row = actionClasses.map((one) => strictness(authorise(authority, one)));
      expect(row).toEqual(row.toSorted((a, b) => a - b));
    }
  });

  it.each(cells)('threat: %s × %s: a rule changes its own cell alone', (authority, actionClass) => {
    for (const word of authorisations) {
      const rules: PolicyRules = { [authority]: { [actionClass]: word } };
      for (const [other, otherClass, expected] of cells) {
        const isOwn = other === authority && otherClass === actionClass;
        const ruled = isUnproven(authority) && word === 'allow' ? 'review' : word;
        expect(authorise(other, otherClass, rules)).toBe(isOwn ? ruled : expected);
      }
    }
  });

  it('threat: no rules allow anything to who has proven nothing', () => {
    const row = fc.dictionary(fc.constantFrom(...actionClasses), fc.constantFrom(...authorisations));
    const rules = fc.dictionary(fc.constantFrom(...authorities), row);
    const some = fc.constantFrom(...actionClasses);
    fc.assert(
      fc.property(rules, fc.constantFrom('unknown', 'owner_claimed'), some, (own, authority, one) => {
        expect(authorise(authority, one, own)).not.toBe('allow');
      }),
    );
  });

  it('rejects what nobody knows: an authority, a class, a word of a rule', () => {
    expect(authorise('root' as Authority, 'read_public')).toBe('reject');
    expect(authorise('constructor' as Authority, 'read_public')).toBe('reject');
    expect(authorise('system', 'toString' as ActionClass)).toBe('reject');
    expect(
      authorise('root' as Authority, 'read_public', { ['root' as Authority]: { read_public: 'allow' } }),
    ).toBe('reject');
    const rules = { system: { read_public: 'alow' as Authorisation } };
    expect(authorise('system', 'read_public', rules)).toBe('reject');
  });

  it('leaves a cell as it is that rules leave open', () => {
    expect(authorise('system', 'destructive', { system: {} })).toBe('allow');
    const rules = { system: { destructive: undefined } } as unknown as PolicyRules;
    expect(authorise('system', 'destructive', rules)).toBe('allow');
  });
});
