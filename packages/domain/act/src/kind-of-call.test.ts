import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { kindOfCall } from './kind-of-call.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const gated = { name: 'srv__mail', commandArguments: [] as string[], patterns: [], known: true };
const mail = { name: 'srv__mail', tier: 'act' as const, gated };
const hash = (args: Record<string, unknown>, spec: Partial<Parameters<typeof kindOfCall>[0]> = {}) =>
  kindOfCall({ ...mail, ...spec }, args, sha256).hash;

describe('the kind of a call', () => {
  it('is the tool where it does not act outside, and where its operator says so', () => {
    expect(hash({ to: 'ann' }, { tier: 'organise' })).toBe('');
    expect(hash({ to: 'ann' }, { askPer: [] })).toBe('');
  });

  it('is what its operator names, whatever else there is', () => {
    const askPer = ['to'];
    expect(hash({ to: 'ann', cc: 'bo' }, { askPer })).toBe(hash({ to: 'ann', body: 'x' }, { askPer }));
    expect(hash({ to: 'ann' }, { askPer })).not.toBe(hash({ to: 'bo' }, { askPer }));
    expect(hash({}, { askPer })).not.toBe(hash({ to: null }, { askPer }));
  });

  it.each([
    [{ to: 'ann' }, { to: 'evil' }],
    [{ to: 'ann' }, { to: 'ann', bcc: 'evil' }],
    [{ to: 'ann' }, { to: 'ann', options: { deep: [{ replyToAddress: 'evil' }] } }],
    [{ url: 'https://a.test' }, { url: 'https://b.test' }],
    [{ recipientEmail: 'a' }, { recipientEmail: 'b' }],
    [{ 'file-path': '/a' }, { 'file-path': '/b' }],
    [
      { to: 'ann', attachments: [] },
      { to: 'ann', attachments: ['/etc/passwd'] },
    ],
    [{ text: 'one' }, { text: 'two' }],
    [{ message: { to: 'ann' } }, { message: { to: 'evil' } }],
    [{ 'a.to': 'x' }, { a: { to: 'x' } }],
    [{ 'a/to': 'x' }, { a: { to: 'x' } }],
    ...[
      ['handle', 'ann', 'evil'],
      ['people', ['ann'], ['evil']],
      ['location', 'home', 'elsewhere'],
      ['toaddr', 'ann', 'evil'],
      ['mailto', 'ann', 'evil'],
      ['replyto', 'ann', 'evil'],
      ['headers', 'Bcc: ann', 'Bcc: evil'],
      ['whom', 'ann@work.test', 'evil@work.test'],
      ['whom', 'Ann <ann@work.test>', 'Ann <evil@work.test>'],
      ['whom', 'bo@work.test, ann@work.test', 'bo@work.test, evil@work.test'],
      ['whom', '@ann', '@evil'],
      ['whom', '#home', '#world'],
      ['whom', '+351 912 345 678', '+351 912 345 679'],
      ['whom', 912_345_678, 912_345_679],
      ['whom', 'DE89 3704 0044 0532 0130 00', 'DE89 3704 0044 0532 0130 01'],
      ['whom', 'a.test/x', 'b.test/x'],
      ['whom', { 'ann@work.test': 1 }, { 'evil@work.test': 1 }],
    ].map(([name, one, other]): [Record<string, unknown>, Record<string, unknown>] => [
      { id: 1, [`${name as string}`]: one },
      { id: 1, [`${name as string}`]: other },
    ]),
  ])('threat: leave for %j is none for %j', (one, other) => {
    expect(hash(one)).not.toBe(hash(other));
  });

  it('passes over what only fills a message', () => {
    expect(hash({ to: 'ann', body: 'one', subject: 'x' })).toBe(hash({ to: 'ann', body: 'two' }));
    expect(hash({ to: 'ann', at: '2031-03-03', price: 12 })).toBe(
      hash({ to: 'ann', at: '4.5.2031', price: 9 }),
    );
  });

  it('threat: calls that only read are a kind of their own, whatever they read', () => {
    const spec = {
      tier: 'organise' as const,
      askPer: [],
      reads: { actions: ['list', 'view'], tier: 'observe' as const },
    };
    expect(hash({ action: 'view', to: 'ann' }, spec)).toBe(hash({ action: 'list' }, spec));
    for (const args of [{ action: 'add' }, { action: 'unknown' }, {}])
      expect(hash(args, spec)).not.toBe(hash({ action: 'view' }, spec));
    expect(kindOfCall({ ...mail, ...spec }, { action: 'view' }, sha256).covers).toMatchObject({
      opens: 'reads',
      tool: 'srv__mail',
    });
  });

  it('takes a command for what it reaches', () => {
    const shell = { gated: { ...gated, commandArguments: ['line'] } };
    expect(hash({ line: 'ls', note: 'a' }, shell)).toBe(hash({ line: 'ls', note: 'b' }, shell));
    expect(hash({ line: 'ls' }, shell)).not.toBe(hash({ line: 'rm' }, shell));
  });

  it('says what a leave would cover', () => {
    const covers = (args: Record<string, unknown>, more = {}) =>
      kindOfCall({ ...mail, ...more }, args, sha256).covers;
    const tool = 'srv__mail';
    expect(covers({ to: 'ann', body: 'x' })).toEqual({ opens: 'these', tool, arguments: { to: 'ann' } });
    expect(covers({ text: 'x' })).toEqual({ opens: 'same', tool, arguments: { text: 'x' } });
    expect(covers({ to: 'ann' }, { askPer: [] })).toEqual({ opens: 'any', tool, arguments: {} });
  });
});
