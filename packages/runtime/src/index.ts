export type { BaseEnv } from './env.ts';
export { baseEnv, optional, parseEnv, portSchema, withDefault } from './env.ts';
export type { Enrichment } from './enrich.ts';
export { enrich } from './enrich.ts';
export type { App, Runtime } from './run-app.ts';
export { runApp } from './run-app.ts';
export { workQueue } from './work-queue.ts';
