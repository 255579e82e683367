import { backends, queueNamespace, type TestDatabase, testDatabase } from '@salience/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RerunReport, runRerun } from './long/rerun/run-rerun.ts';
import { ownTalk } from './long/rerun/talk.ts';

describe.each(backends().slice(-1))('stored turns run again on %s', (backend) => {
  let database: TestDatabase;
  let report: RerunReport;

  beforeAll(async () => {
    database = await testDatabase();
    const queues = await queueNamespace(backend, database);
    report = await runRerun({ database, queues, talk: ownTalk, say: () => {} });
  }, 180_000);
  afterAll(() => database.close());

  test('law 13: every decision comes out bit for bit, and every mode is among them', () => {
    expect(report.decisions_differ).toEqual([]);
    expect(report.decisions).toBe(report.turns);
    expect(Object.keys(report.modes).sort()).toEqual(['ACKNOWLEDGE', 'ACT', 'CLARIFY', 'IGNORE', 'RESPOND']);
  });

  test('law 13: what models saw is stored as it was sent', () => {
    expect(report.contexts_differ).toEqual([]);
    expect(report.contexts).toBeGreaterThan(report.answers);
  });

  test('law 13: the offline responder answers word for word as it did', () => {
    expect(report.answers_differ).toEqual([]);
    expect(report.answers).toBeGreaterThan(40);
  });

  test('by the policy that decided, a what-if changes nothing', () => {
    expect(report.what_if).toEqual({ decisions: report.turns, changed: 0 });
  });

  test('nothing is written: every table is as it was, row for row', () => {
    expect(report.effects).toEqual([]);
    expect(report.methods).toEqual(['GET']);
  });
});
