import { insideVitest, runContext } from '../servers/test-run.ts';

/** Where jobs travel. */
export type Backend = 'redis' | 'postgres';

const all: readonly Backend[] = ['redis', 'postgres'];

/**
 * The queue backends that this run can test, for `describe.each(backends())('… on %s', (backend) => …)`. One that
 * cannot be had (no Redis server program), or that SALIENCE_TEST_BACKENDS leaves out, is registered as a skipped test
 * of the calling file, so that it is counted and seen.
 */
export function backends(): Backend[] {
  const wanted = (process.env.SALIENCE_TEST_BACKENDS ?? all.join(',')).split(',');
  const { redis } = runContext();
  const usable = (backend: Backend): boolean => wanted.includes(backend) && (backend === 'postgres' || redis);
  for (const backend of all.filter((one) => !usable(one))) {
    insideVitest().test.skip(`NOT RUN on ${backend}: ${redis ? 'left out' : 'no server program'}`, () => {});
  }
  return all.filter(usable);
}
