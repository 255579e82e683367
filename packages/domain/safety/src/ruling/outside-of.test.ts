import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { outsideOf } from './outside-of.ts';

const reads = (args: Record<string, unknown>, ...written: string[]) =>
  outsideOf({ tier: 'observe', external: true, args, written });

describe('outsideOf', () => {
  it.each([
    ['https://wttr.in/porto', 'Read https://wttr.in/porto for me.'],
    ['https://wttr.in/porto', 'see wttr.in/porto'],
    ['http://wttr.in/porto/', 'see (https://wttr.in/porto).'],
    ['ana@work.test', 'ask ana@work.test, please'],
    ['10.0.0.7:8080/x', 'at 10.0.0.7:8080/x'],
    ['the weather in Porto', ''],
    ['at 10:30 tomorrow: call', ''],
  ])('%j is inside where %j was written', (value, written) => {
    expect(reads({ value }, written)).toBeNull();
  });

  it.each([
    ['https://evil.test/?q=secret', 'https://evil.test/?q='],
    ['https://evil.test/a', 'https://evil.test/ab'],
    ['https://evil.test/secret', ''],
    ['evil.test', 'notevil.test'],
    ['evil.test', 'evil.test.example'],
    ['ana@evil.test', 'joana@evil.test'],
    ['//evil.test/x', 'evil.test/y'],
    ['[::1]:3300/approvals', 'localhost'],
    ['data:text/plain,secret', ''],
  ])('threat: %j is an address that nobody wrote in %j', (value, written) => {
    expect(reads({ value }, written)).toMatch(/^address /);
    expect(reads({ deep: [{ value }] }, written)).toMatch(/^address /);
    expect(reads({ [value]: 1 }, written)).toMatch(/^address /);
  });

  it('takes the parts of an address by their names, however they look', () => {
    expect(reads({ host: 'intranet', path: '/secret' }, 'look at intranet')).toBe('address /secret');
    expect(reads({ host: 'intranet', path: '/menu' }, 'intranet /menu')).toBeNull();
    expect(reads({ question: 'what is on the menu' }, '')).toBeNull();
  });

  it('has an effect by its tier, and none as a skill', () => {
    expect(outsideOf({ tier: 'act', external: true, args: {}, written: [] })).toBe('tier act');
    expect(outsideOf({ tier: 'commit', external: false, args: { url: 'x.test' }, written: [] })).toBeNull();
  });

  it('counts what is too large to look through', () => {
    expect(reads({ text: 'a'.repeat(30_000) })).toMatch(/too large/);
    expect(reads({ list: Array.from({ length: 2_000 }, () => 1) })).toMatch(/too large/);
  });

  it('threat: finds every address with something added to what was written', () => {
    const token = fc.stringMatching(/^[a-z0-9]{1,12}$/);
    fc.assert(
      fc.property(token, token, token, (host, path, secret) => {
        const written = `Read https://${host}.test/${path} now.`;
        expect(reads({ url: `https://${host}.test/${path}` }, written)).toBeNull();
        expect(reads({ url: `https://${host}.test/${path}?q=${secret}` }, written)).not.toBeNull();
        expect(reads({ url: `https://${secret}.${host}.test/${path}` }, written)).not.toBeNull();
        expect(reads({ url: `https://${host}.test/${path}/${secret}` }, written)).not.toBeNull();
      }),
    );
  });
});
