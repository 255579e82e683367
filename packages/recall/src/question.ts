import type { AgentId, ExchangeId, MemoryKind, ThreadId, TopicId, TurnId } from '@salience/contracts';
import { pastAskedAbout } from '@salience/language';

/** A question to memory. */
export interface RecallQuestion {
  readonly agentId: AgentId;
  readonly text: string;
  /** The question's vector if it is known already; else it is computed. */
  readonly vector?: Float32Array | undefined;
  /** Maximum number of hits. */
  readonly limit: number;
  /** The time of the question; "last week" is relative to it. */
  readonly at: Date;
  /** The asker's time zone; "yesterday" is a day in it. Default: UTC. */
  readonly zone?: string | undefined;
  /**
   * Memory as of this time: facts and relations that held then, and nothing that was said or made later. Unset: now. If the question
   * asks about a past time, the facts, traits and relations of that time replace today's.
   */
  readonly asOf?: Date | undefined;
  /** The current topic. A boost, never a filter. */
  readonly topicId?: TopicId | null;
  readonly kinds?: readonly MemoryKind[] | undefined;
  readonly threadId?: ThreadId | undefined;
  /** The asking turn, which is left out. */
  readonly exceptTurnId?: TurnId | undefined;
  /** If no statement covers `evidence` (0..1) of the question, this many of the latest tellings are added. */
  readonly tellings?: { readonly evidence: number; readonly limit: number };
  /** Whose traits to return: `user`, or a speaker's name. */
  readonly person?: string | undefined;
  /** The thread whose state of the world to return. */
  readonly worldOf?: ThreadId | undefined;
  /** Exchanges that are shown beside the answer: their statements that have ended are returned too. */
  readonly beside?: readonly ExchangeId[] | undefined;
}

/** A time that is asked about, both ends included. */
export interface Period {
  readonly from: Date;
  readonly to: Date;
}

/** The period that the question asks about; undefined for now. */
export function timeOf({ asOf, at, text, zone = 'UTC' }: RecallQuestion): Period | undefined {
  if (asOf !== undefined) return { from: asOf, to: asOf };
  const span = pastAskedAbout(text, at.getTime(), zone);
  return span && { from: new Date(span.from), to: new Date(span.to - 1) };
}
