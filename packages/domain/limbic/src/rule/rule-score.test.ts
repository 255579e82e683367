import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  fileAt,
  moduleOf,
  mondayTen,
  oddEvent,
  signalOf,
  wholeModule,
  windowOf,
} from '../../test/made-up.ts';
import { ruleScore, scoreOfMatch } from './rule-score.ts';
import type { Fingerprint, SignalEvent } from '@salience/contracts';

const score = (event: SignalEvent, fingerprint: Fingerprint = wholeModule) =>
  ruleScore(windowOf(event), fingerprint, 'UTC');
const hours = 3_600;

describe('the rule', () => {
  it.each([
    ['a declared extension', fileAt('/in/a.pdf')],
    ['a declared word', fileAt('/in/Invoice 12.xyz')],
    ['both', fileAt('/in/invoices.pdf')],
    ['a file that got its name', fileAt('/in/a.PDF', mondayTen, { delta_type: 'renamed' })],
    ['a declared key', signalOf('memory', { namespace: 'fact', key: 'Birthday' })],
    ['a declared sender', signalOf('mail', { sender: 'Ana <ana@example.org>' })],
    [
      'a declared word of a subject',
      signalOf('mail', { sender: 'x@y.z', subject_tokens: ['The', 'Contract'] }),
    ],
    [
      'a page that changed',
      signalOf('network', { endpoint: 'https://example.org/status', content_hash: 'a', previous_hash: 'b' }),
    ],
    [
      'a page that fails',
      signalOf('network', {
        endpoint: 'https://example.org/status',
        status_code: 500,
        content_hash: 'a',
        previous_hash: 'a',
      }),
    ],
    ['a word of a hook', signalOf('hook', { hook: 'build', action: 'run_failed' })],
    ['a state of a task', signalOf('task', { state: 'dead' })],
    ['a high value', signalOf('host', { metric: 'load', value: 0.95 })],
  ])('scores %s at .8 or above in active time', (_, event) => {
    expect(score(event)).toBeGreaterThanOrEqual(0.8);
  });

  it.each([
    ['another extension', fileAt('/in/a.xyz')],
    ['a kind of change that was not declared', fileAt('/in/a.pdf', mondayTen, { delta_type: 'modified' })],
    ['another key', signalOf('memory', { namespace: 'fact', key: 'colour' })],
    ['another sender', signalOf('mail', { sender: 'bo@example.com' })],
    ['another word', signalOf('hook', { hook: 'build', action: 'passed' })],
  ])('scores %s between .3 and .5', (_, event) => {
    expect(score(event)).toBeGreaterThanOrEqual(0.3);
    expect(score(event)).toBeLessThanOrEqual(0.5);
  });

  it.each([
    ['an irrelevant extension', fileAt('/in/a.exe')],
    [
      'a page that stayed',
      signalOf('network', { endpoint: 'https://example.org/status', content_hash: 'a', previous_hash: 'a' }),
    ],
    ['a file of no declared place', fileAt('/out/a.pdf')],
    ['a source that was not declared', signalOf('time', {})],
  ])('scores %s below .2', (_, event) => {
    expect(score(event)).toBeLessThan(0.2);
  });

  it('scores what is declared lower outside of the declared hours', () => {
    expect(score(fileAt('/in/a.pdf', mondayTen + 12 * hours))).toBeLessThan(0.5);
    expect(score(fileAt('/in/a.pdf', mondayTen))).toBeGreaterThan(0.8);
  });

  it('takes a place as meant whole if nothing narrower is declared, but not its bulk mail', () => {
    const open = moduleOf({
      filesystem: { watch_directories: ['/in'] },
      mail: {},
      hook: { hooks: ['x'] },
      memory: { watch_namespaces: ['x'] },
    });
    for (const event of [
      fileAt('/in/any.thing'),
      signalOf('mail', {}),
      signalOf('hook', {}),
      signalOf('memory', {}),
    ])
      expect(score(event, open)).toBeGreaterThanOrEqual(0.65);
    expect(score(signalOf('mail', { bulk: true }), open)).toBeLessThan(0.3);
  });

  it('wants mail that asks, where that is declared', () => {
    const asking = moduleOf({ mail: { wants_answer: true } });
    expect(score(signalOf('mail', { asks: 0.9 }), asking)).toBeGreaterThan(0.8);
    expect(score(signalOf('mail', { asks: 0.2 }), asking)).toBeLessThan(0.4);
    const both = moduleOf({ mail: { wants_answer: true, relevant_senders: ['example.org'] } });
    expect(score(signalOf('mail', { asks: 0.9, sender: 'a@sub.example.org' }), both)).toBeGreaterThan(0.8);
    expect(score(signalOf('mail', { asks: 0.9, sender: 'a@badexample.org' }), both)).toBeLessThan(0.5);
  });

  it('reads lines of a file, and names of senders', () => {
    const lines = moduleOf({ filesystem: { watch_directories: ['/in'], relevant_lines: ['out of memory'] } });
    expect(
      score(fileAt('/in/log', mondayTen, { features: { text: 'Killed: Out of memory' } }), lines),
    ).toBeGreaterThan(0.8);
    expect(
      score(fileAt('/in/log', mondayTen, { features: { text: 'out of paper memory' } }), lines),
    ).toBeLessThan(0.5);
    const named = moduleOf({ mail: { relevant_senders: ['Ana'] } });
    expect(score(signalOf('mail', { sender: 'Ana Bo <x@y.z>' }), named)).toBeGreaterThan(0.8);
    expect(score(signalOf('mail', { sender: 'Hanna <x@y.z>' }), named)).toBeLessThan(0.5);
  });

  it('lets a word speak for a file of an irrelevant kind, but not enough', () => {
    expect(score(fileAt('/in/invoice.exe'))).toBeGreaterThan(score(fileAt('/in/a.exe')));
    expect(score(fileAt('/in/invoice.exe'))).toBeLessThan(0.4);
  });

  it('scores a number by how far it surprises', () => {
    const at = (value: number, surprise: number) => {
      const [event] = windowOf(signalOf('host', { metric: 'load', value })).events;
      return ruleScore({ events: [{ ...event, surprise } as never], activatedAt: null }, wholeModule, 'UTC');
    };
    expect(at(0.2, 0)).toBeLessThan(0.4);
    expect(at(0.2, 0.9)).toBeGreaterThan(0.7);
    expect(at(0.2, -0.9)).toBe(at(0.2, 0.9));
    const page = signalOf('network', {
      endpoint: 'https://example.org/status',
      value: 3,
      content_hash: 'a',
      previous_hash: 'b',
    });
    expect(score(page)).toBeLessThan(0.4);
  });

  it('scores a tick by the interval since the last wake', () => {
    const clock = moduleOf({ time: { active_hours: [8, 20], typical_interval_hours: 4 } });
    const tick = windowOf(signalOf('time', {}, { location: 'tick', delta_type: 'tick' }));
    const after = (passed: number) =>
      ruleScore({ ...tick, activatedAt: mondayTen - passed * hours }, clock, 'UTC');
    expect(ruleScore(tick, clock, 'UTC')).toBeGreaterThan(0.8);
    expect(after(0.5)).toBeLessThan(0.3);
    expect(after(4)).toBeGreaterThan(0.8);
    expect(after(3)).toBeLessThan(after(4));
  });

  it('law 18: a higher threshold is never less selective, and scores do not know it', () => {
    fc.assert(
      fc.property(
        fc.array(oddEvent, { minLength: 1, maxLength: 12 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (events, line) => {
          const strict = { ...wholeModule, default_threshold: line };
          const scores = events.map((event) => score(event));
          expect(events.map((event) => score(event, strict))).toEqual(scores);
          const passing = (threshold: number) => scores.filter((value) => value >= threshold).length;
          expect(passing(Math.min(1, line + 0.1))).toBeLessThanOrEqual(passing(line));
        },
      ),
    );
  });

  it('law: lies in [0, 1] for anything, and rises with the match', () => {
    fc.assert(
      fc.property(oddEvent, (event) => {
        const value = score(event);
        expect(value >= 0 && value <= 1).toBe(true);
      }),
    );
    const matches = Array.from({ length: 41 }, (_, n) => n / 20 - 1);
    for (const active of [-1, 0, 1]) {
      const scores = matches.map((match) => scoreOfMatch(match, active));
      expect(scores.toSorted((a, b) => a - b)).toEqual(scores);
    }
    expect(scoreOfMatch(Number.NaN, 1)).toBeCloseTo(0.1, 9);
    expect(ruleScore({ events: [], activatedAt: null }, wholeModule, 'UTC')).toBe(0);
  });
});

it('a machine that stays above the line is told when it comes there, not each minute', () => {
  const host = moduleOf({ host: { metrics: ['disk'], high: 0.9 } });
  const of = (previous_value: number | null) =>
    score(signalOf('host', { metric: 'disk', value: 0.95, previous_value }), host);
  expect([of(null) > 0.65, of(0.5) > 0.65, of(0.94) > 0.65]).toEqual([true, true, false]);
});
