import { type AgentId, locationCharsMax, type SignalEvent } from '@salience/contracts';
import { newId } from '@salience/database';
import type { NewSignal } from '@salience/database/signals';
import { routesTo } from '@salience/limbic';
import type { AgentModules } from '../modules/module-book.ts';

/** A change as a sense found it. */
export interface Found {
  readonly event: SignalEvent;
  /** What its source calls it: the same for the same change, whoever finds it. */
  readonly externalId: string;
  /** The agent did it. */
  readonly own?: boolean;
}

/** The signals that modules declared an interest in; what none declared is not taken in at all. */
export function signalsOf(agent: AgentModules, found: readonly Found[], now: Date): NewSignal[] {
  return found.flatMap(({ event, externalId, own = false }) => {
    const meant = agent.active.filter(({ fingerprint }) => routesTo(fingerprint, event));
    if (meant.length === 0) return [];
    return [
      {
        id: newId('signal', now.getTime()),
        externalId,
        source: event.source,
        location: event.location.slice(-locationCharsMax),
        deltaType: event.delta_type,
        magnitude: event.magnitude,
        features: event.features,
        own,
        at: new Date(event.timestamp * 1_000),
        clusters: [...new Set(meant.map(({ cluster }) => cluster))],
      },
    ];
  });
}

/** Keys of what a sense works on: one per agent and thing. */
export function keyOf(agentId: AgentId, thing: string): string {
  return `${agentId} ${thing}`;
}
