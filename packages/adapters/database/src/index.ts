/** The connection, the clock and new ids: what every user of this room needs. */
export type { Clock } from './clock.ts';
export { createSharedClock, setSharedClock, systemClock } from './clock.ts';
export type { Database, DatabaseOptions } from './connect.ts';
export { classifyDatabaseError, createDatabase, pingDatabase } from './connect.ts';
export { newId } from './new-id.ts';
