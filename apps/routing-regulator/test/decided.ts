import { type AgentId, type Decision, type LabelKind, type Mode, type TurnId } from '@salience/contracts';
import { newId } from '@salience/database';
import { saveLabels } from '@salience/database/learning';
import { claimLane, commitTurn } from '@salience/database/turns';
import {
  applyTiebreak,
  buildSignals,
  coldSnapshot,
  decide,
  extractCues,
  freshRouterState,
  type Policy,
  type Signals,
  shippedPolicy,
  toDecision,
} from '@salience/router';
import { acceptSaid, type TestDatabase } from '@salience/testing';

/** A message between an answer and an action: by the shipped weights the answer wins by less than one step of a weight. */
const closeCall: Signals = findCloseCall();

function findCloseCall(): Signals {
  const cues = extractCues('Could you send it to Bo?');
  const warm = { ...coldSnapshot, workingMemoryTurns: 4, gistCount: 3, topicConfidence: 0.9 };
  for (let act = 0; act <= 1; act += 0.001) {
    const likeness = { act, respond: 0.4, acknowledge: 0.1 };
    const signals = buildSignals(cues, { ...warm, likeness });
    const { scores } = decide(signals, shippedPolicy, freshRouterState);
    const lead = scores.RESPOND - scores.ACT;
    const third = Math.max(scores.CLARIFY, scores.ACKNOWLEDGE);
    if (lead > 0.002 && lead < 0.012 && scores.ACT > third + 0.1) return signals;
  }
  throw new Error('expected a message that is nearly an action');
}

/** Decides as a digest does that has this policy. */
export function decisionUnder(policy: Policy, signals: Signals = closeCall): Decision {
  const result = decide(signals, policy, freshRouterState);
  return toDecision(result, applyTiebreak(result, null));
}

/** Messages that were decided about, and what people said of the decisions. */
export interface DecidedOptions {
  readonly policy: Policy;
  readonly people?: number;
  /** Decisions of each person. */
  readonly each?: number;
  /** From when on, a second apart. */
  readonly at: Date;
  /** What each says of every second decision; null: nobody says anything. */
  readonly label: { readonly kind: LabelKind; readonly wanted: Mode | null } | null;
  readonly agentId?: AgentId;
}

let thread = 0;

/** Has them said, decided and labelled. Resolves with the mode that was taken. */
export async function plantDecided(database: TestDatabase, options: DecidedOptions): Promise<Mode> {
  const { agentId: of, at, each = 10, label, people = 12, policy } = options;
  const consumer = database.connect('salience_consumer');
  const digest = database.connect('salience_digest');
  const decision = decisionUnder(policy);
  const turns: { readonly turnId: TurnId; readonly person: number }[] = [];
  for (let person = 0; person < people; person += 1) {
    thread += 1;
    for (let n = 0; n < each; n += 1) {
      const now = new Date(at.getTime() + (n * people + person) * 1_000);
      const { agentId, threadId } = await acceptSaid(consumer, 'Could you send it to Bo?', {
        speaker: `person ${person}`,
        threadKey: `decided-${thread}`,
        now,
        ...(of === undefined ? {} : { agentId: of }),
      });
      const taken = await claimLane(digest, { agentId, threadId, owner: 'test', now });
      if (taken.status !== 'turn') throw new Error(`expected a turn, got ${taken.status}`);
      const done = await commitTurn(digest, {
        agentId,
        threadId,
        turnId: taken.turn.id,
        seq: taken.turn.seq,
        fence: taken.fence,
        now,
        state: 'answered',
        error: null,
        timings: {},
        reply: {
          text: 'ok',
          trust: 'agent',
          confidence: null,
          source: 'test',
          citations: [],
          model: 'test',
          usage: { inputTokens: 1, outputTokens: 1 },
        },
        topic: null,
        exchange: { id: newId('exchange'), mode: decision.modeTerminal, traceparent: null },
        decision,
        thread: {
          topicId: null,
          confidence: decision.confidence,
          session: {},
          lastMode: decision.modeTerminal,
          recentConfidences: [decision.confidence],
          activityAt: now,
        } as never,
        takeNext: false,
      });
      if (done.status !== 'committed') throw new Error(`expected committed, got ${done.status}`);
      if (n % 2 === 0) turns.push({ turnId: taken.turn.id, person });
    }
  }
  if (label !== null)
    await saveLabels(database.connect('salience_routing_regulator'), {
      labels: turns.map(({ person, turnId }) => ({
        id: newId('label'),
        turnId,
        kind: label.kind,
        wanted: label.wanted,
        confidence: 0.9,
        givenVia: 'reaction' as const,
        reason: 'test',
        givenBy: `name:${person}`,
        fromTurnId: null,
        at,
      })),
    });
  return decision.modeInitial;
}
