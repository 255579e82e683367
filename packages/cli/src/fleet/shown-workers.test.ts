import type { WorkerView } from '@salience/contracts';
import { expect, test } from 'vitest';
import { shownWorkers } from './shown-workers.ts';

function worker(id: string, state: WorkerView['state'], startedAt: string, more: Partial<WorkerView> = {}) {
  return {
    worker_id: id,
    app: 'digest',
    pid: 1,
    host: 'h',
    state,
    version: '1',
    running: [],
    jobs_done: 0,
    jobs_failed: 0,
    started_at: `2030-01-01T${startedAt}:00Z`,
    seen_at: `2030-01-01T${startedAt}:00Z`,
    ...more,
  } as WorkerView;
}

test('a lost worker is left out once a later one of its app is ready on its host', () => {
  const lost = worker('lost', 'lost', '10:00');
  expect(shownWorkers([lost, worker('next', 'ready', '10:05')]).map((one) => one.worker_id)).toEqual([
    'next',
  ]);
});

test.each([
  ['started earlier', worker('other', 'ready', '09:00')],
  ['is not ready yet', worker('other', 'starting', '10:05')],
  ['runs elsewhere', worker('other', 'ready', '10:05', { host: 'i' })],
  ['is another app', worker('other', 'ready', '10:05', { app: 'episodic' })],
])('a lost worker stays while the only other one %s', (_why, other) => {
  const shown = shownWorkers([worker('lost', 'lost', '10:00'), other]);
  expect(shown.map((one) => one.worker_id)).toEqual(['lost', 'other']);
});

test('a worker that stopped in order is left out', () => {
  expect(shownWorkers([worker('gone', 'stopped', '10:00')])).toEqual([]);
});
