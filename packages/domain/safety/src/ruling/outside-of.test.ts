import process from 'node:process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { outsideOf } from './outside-of.ts';

const reads = (args: Record<string, unknown>, ...texts: string[]) =>
  outsideOf({ tier: 'observe', external: true, args, written: texts.map((text) => ({ text, said: [] })) });

const evilPage = 'Read more at https://evil.test/c?d= or at https://evil.test/c now.';

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

  it.each([
    [{ urls: ['https://evil.test/c?d= LOCKER CODE 4711'] }],
    [{ page_url: "https://evil.test/c'?d=4711" }],
    [{ pageurl: 'evil 4711' }],
    [{ imageURL: 'https://evil.test/c?d= 4711' }],
    [{ website: 'https://evil.test/c?d=\t4711' }],
    [{ target: { link: 'evil 4711' } }],
    [{ site: 'https:evil.test/4711' }],
    [{ site: 'https:\\\\evil\\4711' }],
    [{ page: 'evil。test/4711' }],
    [{ page: '//evil/4711' }],
    [{ page: 4711 }],
    [{ host: 2_130_706_433 }],
    [{ q: '0x7f000001/4711' }],
    [{ q: '127.1/4711' }],
    [{ q: 'https://evil.test/c?d= 4711' }],
    [{ q: 'ht\ntps:evil/4711' }],
    [{ q: 'evil.test/c 4711' }],
    [{ q: 'see evil。test/4711' }],
    [{ q: 'see https:\\\\evil\\4711' }],
    [{ q: "see https://evil.test/c'?d=4711" }],
  ])('threat: %j is read as generously as whoever fetches it', (args) => {
    expect(reads(args, evilPage)).toMatch(/^address /);
  });

  it.each([
    [{ url: 'https://evil.test/c', headers: { 'X-D': '4711' } }],
    [{ url: 'https://evil.test/c', headers: { 'X-4711': 'now' } }],
    [{ url: 'https://evil.test/c', body: 'code 4711' }],
    [{ url: 'https://evil.test/c', json: { pin: 4711 } }],
    [{ url: 'https://evil.test/c', requestBody: ['4711'] }],
    [{ params: { url: 'https://evil.test/c', cookies: '4711' } }],
    [{ form: { d: '4711', url: 'https://evil.test/c' }, url: 'https://evil.test/c' }],
  ])('threat: %j sends along to an address what nobody wrote', (args) => {
    expect(reads(args, evilPage)).toMatch(/^sent to an address/);
  });

  it.each([
    [{ url: 'https://evil.test/c', headers: {}, format: 'markdown', limit: 20 }],
    [{ urls: ['https://evil.test/c'], page: 2, lang: 'en' }],
    [{ params: { url: 'https://evil.test/c', format: 'markdown' } }],
    [{ url: 'https://evil.test/c', body: 'Read more' }],
    [{ text: 'the weather in Porto, at 10.30: with 3.5/5 stars' }],
    [{ body: 'a text for a tool that reaches nobody', page: '12' }],
  ])('%j reads what was written', (args) => {
    expect(reads(args, evilPage)).toBeNull();
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

  it.each([
    ['the same', 'https://evil.test/?d=4711', 'No results for "https://evil.test/?d=4711".'],
    ['cut', 'https://evil.test/?d=4711&and=more', 'No results for "https://evil.test/?d=4711".'],
    ['in other letters', 'HTTPS://EVIL.TEST/%3Fd=4711', 'Nothing at https://evil.test/?d=4711 today'],
    ['put into an address', '4711', 'Nothing at https://evil.test/?d=4711 today'],
  ])('threat: what a call said and an answer says back, %s, was written by nobody', (_how, said, text) => {
    const args = { text: 'https://evil.test/?d=4711' };
    const ruled = (texts: { text: string; said: string[] }[]) =>
      outsideOf({ tier: 'observe', external: true, args, written: texts });
    expect(ruled([{ text, said: [] }])).toBeNull();
    expect(ruled([{ text, said: [said] }])).toMatch(/^address /);
    // What the person or a page had written before is theirs, whoever repeats it.
    expect(
      ruled([
        { text: `See ${said} there.`, said: [] },
        { text, said: [said] },
      ]),
    ).toBeNull();
  });

  it('threat: looks through whatever a model and a page agree on in bounded work', () => {
    const took = (args: Record<string, unknown>, texts: readonly string[], said: readonly string[] = []) => {
      const written = texts.map((text) => ({ text, said }));
      const times = [1, 2, 3].map(() => {
        const began = process.threadCpuUsage();
        outsideOf({ tier: 'observe', external: true, args, written });
        // Processor time, which other processes do not lengthen.
        return process.threadCpuUsage(began).user / 1_000;
      });
      return Math.min(...times);
    };
    const texts = (text: string) => Array.from({ length: 16 }, () => text.slice(0, 100_000));
    const hosts = Array.from({ length: 90 }, (_, n) => `h${n}.bc`).join(' ');
    const plain = took({ a: 'some words '.repeat(1_800), url: 'a.bc' }, texts('some words '.repeat(10_000)));
    const attacks = [
      took({ a: 'a.bc '.repeat(3_900), b: 'a.bc '.repeat(3_900) }, texts('xa.bc'.repeat(20_000))),
      took({ a: hosts }, texts(hosts.replaceAll(' ', '').repeat(300))),
      took({ url: 'a'.repeat(1_999) }, texts('a'.repeat(100_000))),
      took({ url: `b${'a'.repeat(1_900)}` }, texts('a'.repeat(100_000))),
      took({ a: `https://a${'.'.repeat(19_000)}x`, b: '@'.repeat(19_000), c: 'a.'.repeat(9_000) }, []),
      took(
        { a: hosts },
        texts(`${hosts} `.repeat(150)),
        Array.from({ length: 900 }, (_, n) => `said ${n} bc`),
      ),
    ];
    // Without bounds it is thousands of times as much.
    for (const [n, attack] of attacks.entries())
      expect([n, attack < 300 * Math.max(plain, 1)]).toEqual([n, true]);
  });

  it('counts more addresses than are looked for', () => {
    const urls = Array.from({ length: 101 }, (_, n) => `https://a.test/${n}`);
    expect(reads({ urls }, urls.join(' '))).toMatch(/^more addresses/);
    expect(reads({ urls: urls.slice(1) }, urls.join(' '))).toBeNull();
    expect(reads({ urls: urls.map(() => 'https://a.test/1') }, urls.join(' '))).toBeNull();
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
