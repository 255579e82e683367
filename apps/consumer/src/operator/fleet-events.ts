import type { FleetEventView } from '@salience/contracts';
import { type FleetEvent, loadFleetEvents } from '@salience/database/operators';
import {
  type EventSource,
  type EventWindow,
  type FoundEvents,
  WindowedEvents,
  type WindowIntervals,
  type WindowListener,
} from '../streams/windowed-events.ts';

const defaults: WindowIntervals = {
  pollMs: 1_000,
  lookBackMs: 30_000,
  resumeMs: 3_600_000,
  limit: 2_000,
};

type Listener = WindowListener<FleetEventView>;

/** The events of the whole fleet. */
export class FleetEvents extends WindowedEvents<FleetEventView, Listener> {
  constructor(source: EventSource, times: Partial<WindowIntervals> = {}) {
    super(source, { ...defaults, ...times }, 'fleet events');
  }

  protected async load({
    limit,
    now,
    windowMs,
  }: EventWindow<Listener>): Promise<FoundEvents<FleetEventView>> {
    const rows = await loadFleetEvents(this.source.db, { now, windowMs, limit });
    const counts = new Map<string, number>();
    for (const { type } of rows) counts.set(type, (counts.get(type) ?? 0) + 1);
    const full = [...counts.values()].some((count) => count >= limit) ? [null] : [];
    return { views: rows.map(eventView), full };
  }

  protected gapAt(at: string): FleetEventView {
    return { type: 'gap', key: `gap.${Date.parse(at)}`, at };
  }
}

/** An event as the API shows it. */
function eventView(event: FleetEvent): FleetEventView {
  const place = { key: event.key, at: new Date(event.at).toISOString() };
  switch (event.type) {
    case 'accepted':
      return { type: event.type, ...place, ...turnPlace(event) };
    case 'ended':
    case 'quarantined':
      return {
        type: event.type,
        ...place,
        ...turnPlace(event),
        state: event.state,
        attempts: event.attempts,
        duration_ms: event.durationMs,
      };
    case 'dead-letter': {
      const { type, queue, job, code, attempts } = event;
      const ids = { agent_id: event.agentId, dead_letter_id: event.deadLetterId };
      return { type, ...place, ...ids, queue, job, code, attempts };
    }
    case 'takeover': {
      const { type, fence, worker, lostWorker } = event;
      const ids = { agent_id: event.agentId, thread_id: event.threadId };
      return { type, ...place, ...ids, fence, lost_worker: lostWorker, worker };
    }
    case 'worker-up':
      return { type: event.type, ...place, worker: event.worker, app: event.app };
    case 'worker-down':
      return { type: event.type, ...place, worker: event.worker, app: event.app, state: event.state };
    case 'operator': {
      const { type, auditId, actor, action, target, outcome } = event;
      return { type, ...place, audit_id: auditId, actor, action, target, outcome };
    }
  }
}

function turnPlace(event: Extract<FleetEvent, { type: 'accepted' | 'ended' | 'quarantined' }>) {
  const { agentId, threadId, turnId, seq } = event;
  return { agent_id: agentId, thread_id: threadId, turn_id: turnId, seq };
}
