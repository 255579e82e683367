import { until } from '@salience/testing';
import { beforeAll, expect, test } from 'vitest';
import { actingPoints, type NoteTakers, startNoteTakers } from './note-takers.ts';

let takers: NoteTakers;
beforeAll(async () => {
  takers = await startNoteTakers();
}, 120_000);

test('kill -9 at every step of a loop with an effectful tool: once or unknown, never twice (laws 4, 5)', {
  timeout: 180_000,
}, async () => {
  const doomed = await Promise.all(
    actingPoints.map((point) => takers.start({ [point]: { action: 'kill' } })),
  );
  // More turns than doomed workers, so that each meets one.
  for (let n = 0; n < 3 * actingPoints.length; n += 1) await takers.send(n);
  const left = (): string[] => actingPoints.filter((_, at) => doomed[at]?.ready() === true);
  await until(() => left().length === 0, {
    what: 'every doomed digest to reach its point',
    timeoutMs: 60_000,
    everyMs: 100,
  }).catch((cause: unknown) => {
    throw new Error(`never reached: ${left().join()}`, { cause });
  });
  await Promise.all([takers.start({}), takers.start({})]);
  const turns = await takers.ended();
  expect(turns).toHaveLength(3 * actingPoints.length);
  const unknown = takers.judge(turns);
  // Two of the points lie between the start of an effect and its stored end.
  expect(unknown.length).toBeGreaterThanOrEqual(2);
  expect(unknown.length).toBeLessThan(actingPoints.length);
});
