import { type ClaimedBridge, claimBridges } from '@salience/database/bridges';
import type { LoopRun } from '@salience/runtime';
import { setTimeout as pause } from 'node:timers/promises';
import type { BridgeDeps } from './bridge-deps.ts';
import { listenWhileHeld } from './listen-while-held.ts';

/** From one look for Bridges that nobody holds to the next, in milliseconds. */
const lookMs = 1_000;
/** Taken at one look, so that replicas that start together share them. */
const atOnce = 8;

/**
 * Makes the run that holds Bridges: of any number of replicas one listens to an agent's, until the process stops. What was heard is committed with its place in the
 * channel behind it, so that a replica that takes over, or one that dies anywhere, hears each message once (law 4).
 */
export function createBridgeHolder(deps: BridgeDeps): LoopRun {
  return async (signal, alive) => {
    const { clock, db, leaseMs, workerId } = deps;
    const held = new Set<Promise<void>>();
    const own = new AbortController();
    const stop = AbortSignal.any([signal, own.signal]);
    const hold = (bridge: ClaimedBridge): void => {
      const holding = listenWhileHeld(deps, bridge, stop).finally(() => held.delete(holding));
      held.add(holding);
    };
    try {
      while (!stop.aborted) {
        const found = await claimBridges(db, {
          owner: workerId,
          leaseMs,
          now: await clock.now(),
          limit: atOnce,
        });
        for (const bridge of found) hold(bridge);
        alive();
        await pause(lookMs, undefined, { signal: stop }).catch(() => undefined);
      }
    } finally {
      own.abort();
      await Promise.all(held);
    }
    return 0;
  };
}
