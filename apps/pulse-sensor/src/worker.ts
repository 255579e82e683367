import type { App } from '@salience/runtime';
import { type PulseSensorEnv, readEnv } from './env.ts';
import { start } from './start.ts';

/** pulse-sensor as an app: its settings, how many jobs it takes at once, and its services. */
export const pulseSensor: App<PulseSensorEnv> = {
  app: 'pulse-sensor',
  readEnv,
  capacity: () => 1,
  start,
};
