export { loadReadDue } from './load-read-due.ts';
export type { DueContext, DueReading, ReadDue, Span, Unclear } from './reading.ts';
