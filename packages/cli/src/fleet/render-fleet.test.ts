import { expect, test } from 'vitest';
import type { FleetReading } from './fleet-reading.ts';
import { clip, wrap } from './live-screen.ts';
import { fleetJson, fleetLines } from './render-fleet.ts';

const NOW = Date.parse('2030-01-01T00:10:00Z');

const reading: FleetReading = {
  url: 'http://127.0.0.1:3300',
  ready: undefined,
  parts: {},
  source: 'database',
  instead: 'the API does not answer',
  fleet: {
    at: '2030-01-01T00:10:00Z',
    backend: 'redis',
    workers: [
      {
        worker_id: 'wrk_1',
        app: 'digest',
        pid: 7,
        host: 'h',
        state: 'lost',
        version: '0.1.0',
        running: ['a'],
        jobs_done: 3,
        jobs_failed: 1,
        started_at: '2030-01-01T00:00:00Z',
        seen_at: '2030-01-01T00:09:00Z',
      },
    ],
    queues: [
      {
        queue: 'turn-digest',
        waiting: 4,
        active: 1,
        delayed: 0,
        failed: 0,
        oldest_ms: 61_000,
        oldest_failed_ms: 0,
      },
    ],
    lanes: { waiting: 4, running: 1, turns: 9, oldest_ms: 61_000 },
    last_minute: { accepted_per_second: 13.2, ended_per_second: 7.5, p50_ms: 40, p95_ms: 1_200 },
    dead_letters: 2,
    quarantined: 1,
    undelivered: 3,
    outbox: { waiting: 3, oldest_ms: 20_000 },
  },
};

const shown = (changed: Partial<FleetReading> = {}): string =>
  fleetLines({ ...reading, ...changed }, NOW, false)
    // Colours depend on where the test runs.
    .map((line) => line.replaceAll(/\p{Cc}\[[0-9;]*m/gu, ''))
    .join('\n');

test('what waits is told with its age, and what a person has to settle with the command', () => {
  const text = shown();
  expect(text).toMatch(/http:\/\/127\.0\.0\.1:3300 +away +read from the database: the API does not answer/);
  expect(text).toMatch(/digest +lost +7 +10 min 0 s +1 min 0 s +1 +3 +1 +0\.1\.0/);
  expect(text).toMatch(/turn-digest +4 +1 +0 +0 +1 min 1 s/);
  expect(text).toContain('1 lane running, 4 waiting (the oldest turn for 1 min 1 s), 9 turns open');
  expect(text).toContain('13 turns/s accepted, 7.50 ended in the last minute, p50 40 ms, p95 1.2 s');
  expect(text).toContain('2 dead letters: ./salience dead-letters list');
  expect(text).toContain('1 turn in quarantine: ./salience quarantine list');
  expect(text).toContain('3 notices that reached nobody: ./salience channel list');
});

test('what is not known is not made up', () => {
  const { last_minute: _, undelivered: __, ...older } = reading.fleet;
  expect(shown({ fleet: older })).not.toContain('turns/s');
  expect(shown({ fleet: older })).not.toContain('notices');
  expect(shown({ fleet: { ...reading.fleet, queues: null } })).toContain('The queues in redis do not answer');
  expect(fleetJson({ ...reading, fleet: older }, false)).toMatchObject({
    ready: false,
    source: 'database',
    last_minute: null,
    undelivered: null,
    dead_letters: { open: 2, of: 'all' },
  });
});

test('a line is cut to the width of the terminal, colours aside', () => {
  expect(clip('\u001b[31mabcdef\u001b[39m', 3)).toBe('\u001b[31mabc\u001b[39m');
  expect(clip('äöü€', 3)).toBe('äöü');
});

test('a sentence is broken between words', () => {
  expect(wrap('one two three', 7)).toEqual(['one two', 'three']);
  expect(wrap('overlong word', 4)).toEqual(['overlong', 'word']);
});
