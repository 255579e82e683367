export { type Bridge, type BridgeLimits, type BridgeOptions, createBridge } from './bridge.ts';
export type { CallOutcome, PostOutcome } from './calls.ts';
export type { BridgeHandlers } from './listen.ts';
export type { BridgeMessage } from './message.ts';
export type { Reach } from './reach.ts';
