export type { BaseEnv } from './env.ts';
export { baseEnv, embedderEnv, optional, parseEnv, portSchema, withDefault } from './env.ts';
export type { Enrichment } from './enrich.ts';
export { enrich } from './enrich.ts';
export { modelPorts } from './model-ports.ts';
export type { App, Health, Runtime } from './app.ts';
export { runApp } from './run-app.ts';
export type { WorkQueueOptions } from './work-queue.ts';
export { workBundles, workQueue } from './work-queue.ts';
