import { type AgentId, type EndedEvent, type TurnEnd, type TurnId, turnEndSchema } from '@salience/contracts';

/** The turn that a stream follows, as far as the stream knows it from Postgres. */
export interface FollowedTurn {
  readonly agentId: AgentId;
  readonly turnId: TurnId;
  /** The fence of the lane when the turn was last read: it ends under this one or a later one. */
  readonly fence: number;
}

/**
 * The end that a live event tells under a fence; undefined if it tells none, or one that does not fit the turn. Row-level security
 * does not reach what travels in the queue, so the agent is compared here.
 */
export function believedEnd(event: EndedEvent, fence: number, turn: FollowedTurn): TurnEnd | undefined {
  if (event.told === undefined || event.told.agent_id !== turn.agentId || fence < turn.fence)
    return undefined;
  const { data: end } = turnEndSchema.safeParse(event.told.end);
  if (end === undefined || end.done.turn_id !== turn.turnId) return undefined;
  const { outcome } = end;
  if (outcome !== null && outcome.turn_id !== turn.turnId) return undefined;
  return outcome?.type === outcomeOf(end.done.state) ? end : undefined;
}

/** The kind of event that comes before `done` in this state. */
function outcomeOf(state: TurnEnd['done']['state']): 'message' | 'error' | undefined {
  if (state === 'answered') return 'message';
  return state === 'failed' || state === 'quarantined' ? 'error' : undefined;
}
