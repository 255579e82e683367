import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { repositoryRoot } from '@salience/testing';
import { benchTable } from './bench-table.ts';
import { atLeast, atMost, judge, stated } from './figure.ts';

const report = { speed: { p50: 20 }, wrong: ['a', 'b'], none: [] };

describe('a figure', () => {
  test('holds at its limit and not beyond it', () => {
    expect(judge('b', atMost('x', 'speed.p50', 'ms', 20), report).pass).toBe(true);
    expect(judge('b', atMost('x', 'speed.p50', 'ms', 19.9), report).pass).toBe(false);
    expect(judge('b', atLeast('x', 'speed.p50', 'ms', 20), report).pass).toBe(true);
    expect(judge('b', atLeast('x', 'speed.p50', 'ms', 20.1), report).pass).toBe(false);
  });

  test('of a list is its length', () => {
    expect(judge('b', atMost('x', 'wrong', '', 0), report)).toMatchObject({ value: 2, pass: false });
    expect(judge('b', atMost('x', 'none', '', 0), report).pass).toBe(true);
  });

  test('that a report does not hold has failed, and so has one without a report', () => {
    expect(judge('b', atMost('x', 'speed.p99', 'ms', 20), report)).toMatchObject({
      value: null,
      pass: false,
    });
    expect(judge('b', atMost('x', 'speed.p50', 'ms', 20), undefined).pass).toBe(false);
  });

  test('that is only told is neither', () => {
    expect(judge('b', stated('x', 'speed.p50', 'ms'), report).pass).toBeNull();
  });
});

test('every benchmark of the table is there, each under a name of its own, and judges something', () => {
  const table = benchTable({ seconds: 1, soakMinutes: 1, peers: true, cold: true });
  expect(table.filter(({ leftOut }) => leftOut !== undefined)).toEqual([]);
  expect(new Set(table.map(({ name }) => name)).size).toBe(table.length);
  for (const { command, figures } of table) {
    expect(existsSync(join(repositoryRoot, command[0] ?? ''))).toBe(true);
    expect(figures.some(({ bound }) => bound !== undefined)).toBe(true);
  }
});
