export * from './agents.ts';
export * from './columns.ts';
export * from './memory.ts';
export * from './operations.ts';
export * from './operators.ts';
export * from './turns.ts';
