/** Terms: see docs/glossary.md. One noun per concept, the same here, in the database and in the API. */
export * from './api/completions.ts';
export * from './api/messages.ts';
export * from './api/operations.ts';
export * from './api/problem.ts';
export * from './api/reminders.ts';
export * from './api/views.ts';
export * from './decision.ts';
export * from './events.ts';
export * from './ids.ts';
export * from './jobs/all-jobs.ts';
export * from './jobs/define-job.ts';
export * from './jobs/episode-build.ts';
export * from './jobs/memory-chunk.ts';
export * from './jobs/turn-digest.ts';
export * from './memory.ts';
export * from './vocabulary.ts';
