import type { Decision, Mode } from '@salience/contracts';
import type { ClaimedTurn } from '@salience/database';
import { messageOf } from '@salience/errors';
import type { RecalledMemory, RecalledTrait, RecallHit } from '@salience/recall';
import type { EndedStatement, WorldRows } from '@salience/memory';
import type { Classified } from './classify.ts';
import type { Deps } from './deps.ts';

/** What memory has to say to a message. */
export interface Recalled {
  /** Best first. */
  readonly hits: readonly RecallHit[];
  /** How well the best statement covers the message, 0..1; questions asked before are no evidence. */
  readonly score: number;
  /** Statements that cover a good part of it. */
  readonly count: number;
  /** Traits of the speaker, core ones first. */
  readonly traits: readonly RecalledTrait[];
  /** The current state beside the thread. */
  readonly world: WorldRows | null;
  /** What was said and holds no longer. */
  readonly ended: readonly EndedStatement[];
  /** The past time that the message asks about; null for now. */
  readonly period: RecalledMemory['period'];
}

/** How many memories a message brings along. */
const hitsMax = 12;
/** A good part of a message's weight in words: what covers it is evidence. */
const evidence = 0.4;
/** Where the words lead nowhere ("what do you know about me?") some of the latest tellings stand in. */
const tellings = { evidence, limit: 8 };

/**
 * Looks up what is remembered on a turn's message, by its words and by its meaning, what is known of who speaks, and what goes
 * on beside the thread. One round trip.
 */
export async function recallFor(
  deps: Pick<Deps, 'recall'>,
  { snapshot, turn }: Pick<ClaimedTurn, 'snapshot' | 'turn'>,
  classified: Pick<Classified, 'topicId' | 'vector'>,
  said: Date,
): Promise<Recalled> {
  const beside = {
    agentId: turn.agent_id,
    person: turn.speaker ?? 'user',
    worldOf: turn.thread_id,
    at: said,
    zone: turn.zone,
    exceptTurnId: turn.id,
    beside: [...snapshot.history.map(({ id }) => id), ...snapshot.gists.map((gist) => gist.exchange_id)],
  };
  // A reminder is its own subject, and silence asks nothing.
  if (turn.text.trim() === '' || turn.source === 'reminder') {
    return judgeMemory(await deps.recall.recall({ ...beside, text: '', limit: 0 }));
  }
  const { topicId, vector } = classified;
  return judgeMemory(
    await deps.recall.recall({ ...beside, text: turn.text, vector, topicId, limit: hitsMax, tellings }),
  );
}

/** Signals of a message that looks for something in memory, whatever its words lead to. */
const asking = ['answer_request', 'has_question_mark', 'implicit_reference', 'interrogative'] as const;

/**
 * What of it a prompt has use for: the latest tellings stand in for an answer, so only for a message that is answered and asks.
 * A planner can look for itself.
 */
export function forPrompt(
  recalled: Recalled,
  { decision, mode }: { readonly decision: Pick<Decision, 'signals'>; readonly mode: Mode },
): Recalled {
  const isAnswer = mode === 'RESPOND' || mode === 'CLARIFY';
  if (isAnswer && asking.some((signal) => (decision.signals[signal] ?? 0) > 0)) return recalled;
  return { ...recalled, hits: recalled.hits.filter(({ why }) => why.recent === undefined) };
}

/** Judges what was found. */
function judgeMemory({ ended, hits, period, recent, traits, world }: RecalledMemory): Recalled {
  // A question answers nothing, and what was only thought is no evidence.
  const covering = hits
    .filter((hit) => hit.kind !== 'thought' && !hit.text.trimEnd().endsWith('?'))
    .map((hit) => hit.why.words ?? 0);
  const known = new Set(hits.map((hit) => hit.id));
  return {
    hits: [...hits, ...recent.filter((hit) => !known.has(hit.id))],
    score: Math.max(0, ...covering),
    count: covering.filter((share) => share >= evidence).length,
    traits,
    world,
    ended,
    period,
  };
}

/** The sign code of a turn's message as its exchange keeps it; without one it is found by its words alone. */
export async function codeOf(
  deps: Pick<Deps, 'log' | 'recall'>,
  vector: Float32Array | undefined,
): Promise<{ code: string; codeModelId: string } | undefined> {
  if (vector === undefined) return undefined;
  try {
    return await deps.recall.codeOf(vector);
  } catch (error) {
    deps.log.error({ cause: messageOf(error) }, 'a message is kept without its code');
    return undefined;
  }
}
