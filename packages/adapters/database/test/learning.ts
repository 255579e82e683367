import type { AgentId, Decision, Id, Label, Mode, ThreadId, TurnId } from '@salience/contracts';
import { modes } from '@salience/contracts';
import { type Database, newId } from '../src/index.ts';
import type { World } from './world.ts';

/** A decision that says no more than which mode was taken. */
function decisionOf(mode: Mode, more: Partial<Decision> = {}): Decision {
  return {
    policyName: 'shipped',
    policyVersion: 1,
    signals: { token_count: 3 },
    scores: Object.fromEntries(modes.map((one) => [one, one === mode ? 1 : 0])) as Decision['scores'],
    modeInitial: mode,
    modeTerminal: mode,
    confidence: 0.5,
    margin: 1,
    effectiveMargin: 0.1,
    tiebreak: null,
    ...more,
  };
}

/** A message that was said and decided about. */
export interface Decided {
  readonly turnId: TurnId;
  readonly threadId: ThreadId;
}

/** Says something and decides about it. */
export async function decide(
  world: World,
  text: string,
  {
    at = new Date(),
    confidence = 0.5,
    mode = 'RESPOND',
    ...said
  }: {
    readonly mode?: Mode;
    readonly confidence?: number;
    readonly threadKey?: string;
    readonly speaker?: string;
    readonly source?: string;
    readonly midRun?: 'merge';
    readonly trust?: 'external' | 'unverified' | 'user';
    readonly agentId?: AgentId;
    readonly at?: Date;
    /** Was said to others: then the turn ends as the digest ends it, with silence. */
    readonly overheard?: boolean;
  } = {},
): Promise<Decided> {
  const accepted = await world.accept(text, { ...said, now: at });
  const taken = await world.take(accepted.threadId);
  const done = await world.commit(taken, {
    now: at,
    ...(said.overheard === true ? { state: 'ignored' as const, reply: null } : {}),
    decision: decisionOf(mode, { confidence }),
    exchange: { id: newId('exchange'), mode, traceparent: null },
    thread: {
      topicId: null,
      confidence,
      session: {},
      lastMode: mode,
      recentConfidences: [confidence],
      activityAt: at,
    } as never,
  });
  if (done.status !== 'committed') throw new Error(`expected committed, got ${done.status}`);
  return { turnId: taken.turn.id as TurnId, threadId: accepted.threadId };
}

/** A label of a decision. */
export function labelOf(turnId: TurnId, more: Partial<Label> = {}): Label {
  return {
    id: newId('label'),
    turnId,
    kind: 'correct',
    wanted: null,
    confidence: 0.9,
    givenVia: 'reaction',
    reason: 'thanks',
    givenBy: 'owner',
    fromTurnId: null,
    at: new Date('2026-03-01T10:00:00Z'),
    ...more,
  };
}

/** An id of a change. */
export const changeId = (): Id<'policyChange'> => newId('policyChange');

/** Every label that there is. */
export function keptLabels(
  world: World,
): Promise<{ turn_id: string; kind: string; given_via: string; given_by: string }[]> {
  return world.database.admin(
    'select turn_id, kind, given_via, given_by from salience.decision_labels order by turn_id, given_via, given_by',
  );
}

/** A connection of the regulator. */
export const regulatorOf = (world: World): Database => world.database.connect('salience_routing_regulator');
