import type { AgentId, ConsoleEvent } from '@salience/contracts';
import { type ConsoleEventRow, loadConsoleEvents } from '@salience/database/console';
import { defined } from '../http/defined.ts';
import {
  type EventSource,
  type EventWindow,
  type FoundEvents,
  WindowedEvents,
  type WindowIntervals,
  type WindowListener,
} from '../streams/windowed-events.ts';

/** An event with what is needed to say who may hear of it. */
export interface HeldEvent {
  readonly type: string;
  readonly key: string;
  readonly at: string;
  readonly row: ConsoleEventRow | undefined;
  /** Of a gap: whose events are missing; left out: anybody's. */
  readonly of?: string;
}

/** Who listens: whose events, and which of those that belong to no single agent. */
export interface ConsoleListener extends WindowListener<HeldEvent> {
  readonly agents: ReadonlySet<AgentId>;
  /** True for whoever sees every room, not only those of these agents. */
  readonly seesRooms: boolean;
  readonly seesPolicy: (name: string) => boolean;
}

const defaults: WindowIntervals = {
  pollMs: 1_000,
  lookBackMs: 10_000,
  resumeMs: 900_000,
  limit: 200,
};

/**
 * What happens with the agents that somebody looks at, in ids. One query a second serves every console of this process; what is committed
 * more than ten seconds after its time is not told.
 */
export class ConsoleEvents extends WindowedEvents<HeldEvent, ConsoleListener> {
  constructor(source: EventSource, times: Partial<WindowIntervals> = {}) {
    super(source, { ...defaults, ...times }, 'events of the console');
  }

  protected async load(window: EventWindow<ConsoleListener>): Promise<FoundEvents<HeldEvent>> {
    const { limit, listeners, now, windowMs } = window;
    const agents = [...new Set(listeners.flatMap((one) => [...one.agents]))];
    const rows = await loadConsoleEvents(this.source.db, { agents, now, windowMs, limit });
    const kinds = Map.groupBy(rows, ({ agentId, kind = '', type }) =>
      [agentId ?? '', type, type === 'memory' ? kind : ''].join(' '),
    );
    const many = [...kinds.values()].filter(({ length }) => length >= limit);
    const views = rows.map((row) => ({ type: row.type, key: row.key, at: instantOf(row.at), row }));
    return {
      views: views.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at)),
      full: [...new Set(many.map(([first]) => first?.agentId ?? null))],
    };
  }

  protected gapAt(at: string, of: string | null): HeldEvent {
    const gap = { type: 'gap', key: `gap.${Date.parse(at)}`, at, row: undefined };
    return of === null ? gap : { ...gap, key: `${gap.key}.${of}`, of };
  }

  protected override ownerOf({ row }: HeldEvent): string | null {
    return row?.agentId ?? null;
  }

  protected override told(listener: ConsoleListener, views: readonly HeldEvent[]): readonly HeldEvent[] {
    return views.filter(({ of, row }) =>
      row === undefined ? of === undefined || listener.agents.has(of as AgentId) : mayHear(listener, row),
    );
  }
}

function mayHear(
  listener: ConsoleListener,
  { agentId, agents = [], policy, type }: ConsoleEventRow,
): boolean {
  if (type === 'policy') return policy !== undefined && listener.seesPolicy(policy);
  if (type === 'room') return listener.seesRooms || agents.some((agent) => listener.agents.has(agent));
  return agentId !== null && listener.agents.has(agentId);
}

/** An event as the API shows it. */
export function consoleEventView({ at, key, row, type }: HeldEvent): ConsoleEvent {
  return {
    type: type as Exclude<ConsoleEvent['type'], 'listening'>,
    key,
    at,
    id: row?.id ?? '',
    agent_id: row?.agentId ?? null,
    ...defined({
      thread_id: row?.threadId ?? undefined,
      turn_id: row?.turnId ?? undefined,
      seq: row?.seq,
      state: row?.state,
      source: row?.source,
      kind: row?.kind,
      policy: row?.policy,
    }),
  };
}

function instantOf(at: string): string {
  return new Date(at).toISOString();
}
