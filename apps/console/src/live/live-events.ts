/** What the stream of the console tells of. */
export type LiveType =
  | 'turn.accepted'
  | 'turn.ended'
  | 'approval'
  | 'task'
  | 'signal'
  | 'activation'
  | 'notice'
  | 'thought'
  | 'schedule'
  | 'policy'
  | 'memory'
  | 'room';

/** One event: what happened to what; never its words. */
export interface LiveEvent {
  readonly type: LiveType;
  readonly id: string;
  /** Null for what belongs to no single agent. */
  readonly agent_id: string | null;
  readonly thread_id?: string;
  readonly turn_id?: string;
  readonly state?: string;
  readonly kind?: string;
}

/** Whether events come now: `absent` where the server has no such stream for this visitor. */
export type LiveState = 'opening' | 'live' | 'lost' | 'absent';
