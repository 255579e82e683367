import { type Decision, type Mode, modes, type ThreadId, type TurnId } from '@salience/contracts';
import { newId } from '@salience/database';
import { type AcceptTurn, claimLane, commitTurn, type CommitTurn } from '@salience/database/turns';
import { acceptSaid, type TestDatabase } from '@salience/testing';

/** A message that was said and decided about. */
export interface Said {
  readonly turnId: TurnId;
  readonly threadId: ThreadId;
}

/** How it was decided, beside what it was accepted with. */
export interface SaidOptions extends Partial<Pick<AcceptTurn, 'source' | 'speaker' | 'threadKey' | 'trust'>> {
  readonly mode?: Mode;
  readonly confidence?: number;
  readonly reply?: string | null;
  /** The tie-breaker chose between this mode and the one that was taken. */
  readonly against?: Mode;
  /** When it was said, and when its turn ended. */
  readonly at: Date;
}

/** Says something and commits a turn with its decision, as consumer and digest do. */
export async function say(database: TestDatabase, text: string, options: SaidOptions): Promise<Said> {
  const { against, at, confidence = 0.5, mode = 'RESPOND', reply = `re: ${text}`, ...more } = options;
  const digest = database.connect('salience_digest');
  const { agentId, threadId } = await acceptSaid(database.connect('salience_consumer'), text, {
    ...more,
    now: at,
  });
  const taken = await claimLane(digest, { agentId, threadId, owner: 'test', now: at });
  if (taken.status !== 'turn') throw new Error(`expected a turn, got ${taken.status}`);
  const { fence, turn } = taken;
  const tiebreak: Decision['tiebreak'] =
    against === undefined ? null : { candidates: [mode, against], choice: mode, reason: 'test' };
  const done = await commitTurn(digest, {
    agentId,
    threadId,
    turnId: turn.id,
    seq: turn.seq,
    fence,
    now: at,
    state: 'answered',
    error: null,
    timings: {},
    reply: reply === null ? null : replyOf(reply),
    topic: null,
    exchange: { id: newId('exchange'), mode, traceparent: null },
    decision: decisionOf(mode, confidence, tiebreak),
    thread: threadOf(mode, confidence, at),
    takeNext: false,
  });
  if (done.status !== 'committed') throw new Error(`expected committed, got ${done.status}`);
  return { turnId: turn.id, threadId };
}

function replyOf(text: string): CommitTurn['reply'] {
  return {
    text,
    trust: 'agent',
    confidence: null,
    source: 'test',
    citations: [],
    model: 'test',
    usage: { inputTokens: 1, outputTokens: 1 },
  };
}

function decisionOf(mode: Mode, confidence: number, tiebreak: Decision['tiebreak']): Decision {
  return {
    policyName: 'shipped',
    policyVersion: 1,
    signals: { token_count: 3, char_count: 12 },
    scores: Object.fromEntries(modes.map((one) => [one, one === mode ? 1 : 0])) as Decision['scores'],
    modeInitial: mode,
    modeTerminal: mode,
    confidence,
    margin: confidence,
    effectiveMargin: 0.1,
    tiebreak,
  };
}

function threadOf(mode: Mode, confidence: number, at: Date): CommitTurn['thread'] {
  return {
    topicId: null,
    confidence,
    session: {},
    lastMode: mode,
    recentConfidences: [confidence],
    activityAt: at,
  } as never;
}

/** Every label that there is, in the order of what was decided. */
export function labelsOf(database: TestDatabase): Promise<
  {
    turn_id: TurnId;
    kind: string;
    given_via: string;
    wanted: string | null;
    from_turn_id: TurnId | null;
    given_by: string;
  }[]
> {
  return database.admin(
    `select turn_id, kind, given_via, wanted, from_turn_id, given_by from salience.decision_labels order by decided_at, turn_id, given_via`,
  );
}
