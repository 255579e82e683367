export type { BaseEnv } from './env.ts';
export { baseEnv, optional, parseEnv, portSchema, withDefault } from './env.ts';
export type { App, Runtime } from './run-app.ts';
export { runApp } from './run-app.ts';
export { settleFailure } from './settle-failure.ts';
export { workQueue } from './work-queue.ts';
