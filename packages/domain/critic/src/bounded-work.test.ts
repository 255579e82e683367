import process from 'node:process';
import { describe, expect, it } from 'vitest';
import { judgeResult } from './judge-result.ts';

/** A text of about so many characters. */
const long =
  (part: string, before = '', after = '') =>
  (chars: number): string =>
    `${before}${part.repeat(Math.floor(chars / part.length))}${after}`;

/** Texts on which a pattern that tries every beginning would try for as long as its square. */
const texts: Readonly<Record<string, (chars: number) => string>> = {
  'one run of digits': long('1'),
  'numbers and blanks': long('1 '),
  blanks: long(' ', 'x1', 'y'),
  'line breaks': long('\n', '', 'x'),
  'titles that never end': long('<title ', '<html>'),
  tags: long('<', '<html>'),
  scripts: long('<script>', '<html>'),
  commas: long('1,'),
  'days that no calendar has': long('2026-99-99 '),
  placeholders: long('<insert '),
  braces: long('{{'),
  quotes: long(String.raw`\"`, '{"'),
  lists: long('[', '{"a":'),
  'dotted names': long('a_.'),
  counts: long('showing 1 of '),
  'marks on letters': long('e\u0301'),
};

/** Milliseconds of processor time, which other processes do not lengthen: the least of three, or the first that is little enough. */
function took(text: string, enough = 0): number {
  const input = {
    tool: 'web__weather_between',
    tier: 'observe' as const,
    args: {
      city: 'Oslo',
      from: '2026-01-01',
      to: '2026-02-01',
      query: 'Weather "in" Oslo '.repeat(200),
      limit: 3,
      url: 'x',
    },
    result: {
      outcome: 'succeeded' as const,
      text,
      trust: 'external' as const,
      transient: false,
      durationMs: 1,
    },
    now: new Date('2026-03-04T09:00:00Z'),
    correctionsSoFar: 0,
  };
  let quickest = Number.POSITIVE_INFINITY;
  for (let n = 0; n < 3 && quickest >= enough; n += 1) {
    const began = process.threadCpuUsage();
    judgeResult(input);
    quickest = Math.min(quickest, process.threadCpuUsage(began).user / 1_000);
  }
  return quickest;
}

describe('judging a result', () => {
  it.each(Object.entries(texts))(
    'threat: takes no more than its length, whatever fills it: %s',
    (_name, text) => {
      // Eight times the length is sixty-four times the work where every beginning is tried to the end.
      const enough = 20 * Math.max(took(text(11_000)), 4);
      expect(took(text(88_000), enough)).toBeLessThan(enough);
    },
  );
});
