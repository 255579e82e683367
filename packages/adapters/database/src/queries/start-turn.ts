import type { AgentId, ThreadId, Trust, TurnId } from '@salience/contracts';
import { call, type Database } from '../connect.ts';
import { newId } from '../new-id.ts';
import type { AcceptResult } from './turns.ts';

/** A turn that an agent begins by itself. */
export interface StartTurn {
  readonly agentId: AgentId;
  /** Where; without one in the thread with `threadKey`, which is made as `newThreadId` where there is none. */
  readonly threadId?: ThreadId | undefined;
  readonly threadKey?: string | undefined;
  readonly newThreadId?: ThreadId | undefined;
  readonly text: string;
  /** What begins it: one of `selfStartedSources`. */
  readonly source: string;
  /** What it is begun for: a source begins one turn for a key, however often it is asked. */
  readonly key: string;
  /** How far its text is trusted. */
  readonly trust: Trust;
  readonly now: Date;
  /** Whom it is for; undefined: the owner. */
  readonly speaker?: string | undefined;
  /** The IANA zone of whom it is for. */
  readonly zone?: string | undefined;
  /** When it was due. */
  readonly dueAt?: Date | undefined;
  readonly parentTurnId?: TurnId | undefined;
  readonly traceparent?: string | undefined;
  /** It has no notice: nobody is told but by streams. */
  readonly quiet?: boolean | undefined;
  /** Limits that hold where the agent's settings name none. Unset: none do. */
  readonly limits?:
    | { readonly turnsPerMinute?: number | undefined; readonly openTurns?: number | undefined }
    | undefined;
}

/**
 * Begins a turn that nobody asked for, once per source and key: the one way for whatever an agent starts by itself. Its notice is part of the
 * commit, so somebody is told (law 18). The caller wakes its lane.
 */
export function startTurn(db: Database, turn: StartTurn): Promise<AcceptResult> {
  return call(db, 'start_turn', { ...turn, turnId: newId('turn', turn.now.getTime()) });
}
