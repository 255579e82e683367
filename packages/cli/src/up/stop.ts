import type { RunningSalience } from '@salience/supervisor';
import { exitCodes } from '../exit-codes.ts';
import { colour, note } from '../terminal.ts';

/** A stop that is asked for by a signal: the first one counts, repeated ones change nothing. */
export function stopOnSignals(): AbortController {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (!stop.signal.aborted) note(`\n${signal}: stopping`);
      stop.abort();
    });
  }
  return stop;
}

/** Stops what runs, and says how it went: the exit code. `broke` is why it has to, if nobody asked for it. */
export async function shutDown(running: RunningSalience, broke: Error | undefined): Promise<number> {
  if (broke !== undefined) note(colour.red(broke.message));
  note('Stopping: first the apps, which finish their work, then the stores');
  const began = performance.now();
  await running.stop();
  note(`Stopped in ${((performance.now() - began) / 1_000).toFixed(1)} s`);
  return broke === undefined ? exitCodes.ok : exitCodes.failure;
}
