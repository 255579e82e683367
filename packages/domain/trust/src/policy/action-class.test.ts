import { type ActionClass, actionClasses, type ConsequenceTier, consequenceTiers } from '@salience/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ClassedCall, classOfCall, classOfInbound, graverClass } from './action-class.ts';

const anyClass = fc.constantFrom(...actionClasses);
const place = (one: ActionClass) => actionClasses.indexOf(one);

describe('graverClass', () => {
  it('is the later one of the list, whichever way round', () => {
    fc.assert(
      fc.property(anyClass, anyClass, (a, b) => {
        const graver = graverClass(a, b);
        expect([a, b]).toContain(graver);
        expect(place(graver)).toBe(Math.max(place(a), place(b)));
      }),
    );
  });
});

describe('classOfInbound', () => {
  it.each<[ActionClass, unknown, ActionClass]>([
    ['write_local', undefined, 'write_local'],
    ['write_local', null, 'write_local'],
    ['write_local', 'read_public', 'write_local'],
    ['write_local', 'destructive', 'destructive'],
    ['read_public', 'read_private', 'read_private'],
    ['read_public', 'READ_PUBLIC', 'code_or_computer'],
    ['read_public', 'read public', 'code_or_computer'],
    ['read_public', '', 'code_or_computer'],
    ['read_public', 0, 'code_or_computer'],
    ['read_public', ['read_public'], 'code_or_computer'],
    ['read_public', {}, 'code_or_computer'],
  ])('threat: of an inlet for %s, claimed %j: %s', (configured, claimed, expected) => {
    expect(classOfInbound(configured, claimed)).toBe(expected);
  });

  it('threat: whatever a sender claims, it never gets less guarded', () => {
    fc.assert(
      fc.property(anyClass, fc.oneof(anyClass, fc.anything()), (configured, claimed) => {
        expect(place(classOfInbound(configured, claimed))).toBeGreaterThanOrEqual(place(configured));
      }),
    );
  });
});

describe('classOfCall', () => {
  const plain: ClassedCall = {
    tier: 'observe',
    external: false,
    private: false,
    commands: false,
    outside: false,
  };

  it.each<[Partial<ClassedCall>, ActionClass]>([
    [{}, 'read_public'],
    [{ external: true }, 'read_public'],
    [{ private: true }, 'read_private'],
    [{ external: true, outside: true }, 'external_send'],
    [{ private: true, outside: true }, 'external_send'],
    [{ tier: 'organise' }, 'write_local'],
    [{ tier: 'organise', external: true }, 'write_local'],
    [{ tier: 'organise', external: true, outside: true }, 'external_send'],
    [{ tier: 'act' }, 'write_local'],
    [{ tier: 'act', external: true }, 'external_send'],
    [{ tier: 'act', external: true, outside: true }, 'external_send'],
    [{ tier: 'commit' }, 'destructive'],
    [{ tier: 'commit', external: true, outside: true }, 'destructive'],
    [{ commands: true }, 'code_or_computer'],
    [{ tier: 'commit', commands: true, outside: true }, 'code_or_computer'],
  ])('%j is %s', (parts, expected) => {
    expect(classOfCall({ ...plain, ...parts })).toBe(expected);
  });

  it('threat: no property of a call, and no higher tier, makes it less guarded', () => {
    const flag = fc.boolean();
    const call: fc.Arbitrary<ClassedCall> = fc.record({
      tier: fc.constantFrom<ConsequenceTier>(...consequenceTiers),
      external: flag,
      private: flag,
      commands: flag,
      outside: flag,
    });
    fc.assert(
      fc.property(call, (one) => {
        const own = place(classOfCall(one));
        for (const more of ['external', 'private', 'commands', 'outside'] as const)
          expect(place(classOfCall({ ...one, [more]: true }))).toBeGreaterThanOrEqual(own);
        for (const tier of consequenceTiers.slice(consequenceTiers.indexOf(one.tier)))
          expect(place(classOfCall({ ...one, tier }))).toBeGreaterThanOrEqual(own);
      }),
    );
  });
});
