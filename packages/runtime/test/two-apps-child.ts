// Two small apps in one process, for the test of `runApps`. The argument says what happens: `works`, `breaks`, `cannot-start`.
import process from 'node:process';
import type { AppName } from '@salience/contracts';
import { type App, baseEnv, parseEnv, runApps } from '../src/index.ts';
import type { BaseEnv } from '../src/env.ts';

const what = process.argv[2];

function app(name: AppName, startUp: () => void): App<BaseEnv> {
  return {
    app: name,
    readEnv: (settings) => parseEnv(baseEnv, settings),
    capacity: () => 1,
    start: (runtime) => {
      startUp();
      const stopped = (): Promise<string[]> => {
        runtime.log.info({}, 'service stopped');
        return Promise.resolve([]);
      };
      return Promise.resolve([
        {
          name: 'small',
          start: () => Promise.resolve(),
          stop: stopped,
          running: () => [],
          stalled: () => undefined,
        },
      ]);
    },
  };
}

await runApps([
  [
    app('scheduler', () => {
      // From a timer, as whatever breaks in the middle of nowhere does.
      if (what === 'breaks')
        setTimeout(() => {
          throw new Error('it fell over');
        }, 10);
    }),
  ],
  [
    app('pulse-sensor', () => {
      if (what === 'cannot-start') throw new Error('it has no eyes');
    }),
  ],
]);
