import type { SignalFacts } from '@salience/database/signals';
import { describe, expect, test } from 'vitest';
import { signalFindings } from './signals.ts';

const sound: SignalFacts = {
  modules: 2,
  roots: [],
  pages: [],
  asked: 3,
  unheard: 0,
  lagging: { count: 0, oldestMs: null },
};
const root = (state: SignalFacts['roots'][number]['state'], error: string | null = null) => ({
  root: '/srv/secret-papers',
  state,
  error,
  failures: error === null ? 0 : 4,
});

/** The level and the sentence of each finding, by check; `runs` unless told otherwise. */
const findings = (more: Partial<SignalFacts>, runs = true) =>
  signalFindings({ ...sound, ...more }, runs).map(({ check, level, says }) => ({ check, level, says }));

describe('signals', () => {
  test('that are as they should be are told so', () => {
    expect(findings({})).toEqual([
      { check: 'signals.folders', level: 'ok', says: 'Every folder that a module declares is watched.' },
      { check: 'signals.heard', level: 'ok', says: '3 wakes in the last day, each was heard.' },
      { check: 'signals.judged', level: 'ok', says: 'Every signal was judged.' },
    ]);
  });

  test.each([
    [
      root('failing', 'files.root-refused'),
      'problem',
      'cannot be watched (files.root-refused, 4 times in a row)',
    ],
    [root('unwatched'), 'problem', 'nobody watches it'],
    [root('unseen'), 'warn', 'is it there?'],
  ])('of a folder that is %o are a %s', (one, level, says) => {
    expect(findings({ roots: [one] })[0]).toEqual({
      check: 'signals.folders',
      level,
      says: expect.stringContaining(says),
    });
  });

  test('of a folder that nobody watches are no finding while nothing runs, of one that fails they are', () => {
    const roots = [root('unwatched'), root('unseen'), root('failing', 'error.unexpected')];
    const told = findings({ roots }, false).filter(({ check }) => check === 'signals.folders');
    expect(told.map(({ level }) => level)).toEqual(['problem']);
  });

  test('of a page name it without its password, its query or its place in it', () => {
    const pages = [
      { endpoint: 'https://me:hidden@example.test/status?key=hidden', error: 'pages.status', failures: 5 },
    ];
    const [, page] = signalFindings({ ...sound, pages }, true);
    expect(page).toMatchObject({
      check: 'signals.pages',
      level: 'warn',
      says: 'https://example.test/status cannot be read (pages.status, 5 times in a row).',
    });
    expect(JSON.stringify(page)).not.toContain('hidden');
  });

  test('that asked in vain are counted', () => {
    expect(findings({ unheard: 2 })[1]).toEqual({
      check: 'signals.heard',
      level: 'warn',
      says: '2 of 3 wakes of the last day did not reach a model.',
    });
  });

  test.each([
    [90_000, true, 'warn'],
    [900_000, true, 'problem'],
    [900_000, false, 'ok'],
  ])('that wait for %d ms to be judged while it runs=%s are %s', (oldestMs, runs, level) => {
    expect(findings({ lagging: { count: 1, oldestMs } }, runs).at(-1)?.level).toBe(level);
  });

  test('put no path and no address into what may leave the house', () => {
    const facts = signalFindings({ ...sound, roots: [root('failing', 'x')] }, true).map((one) => one.facts);
    expect(JSON.stringify(facts)).not.toContain('secret-papers');
  });
});
