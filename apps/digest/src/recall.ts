import { type Decision, type Mode, spokenSources } from '@salience/contracts';
import type { ClaimedTurn } from '@salience/database/turns';
import { messageOf } from '@salience/errors';
import type { RecalledMemory, RecalledTrait, RecallHit } from '@salience/recall';
import type { EndedStatement, WorldRows } from '@salience/memory';
import { contentStems, detectLanguage } from '@salience/language';
import { extractCues, openThing } from '@salience/router';
import type { Classified } from './classify.ts';
import { completedBy } from './completed-by.ts';
import type { Deps } from './deps.ts';

/** What memory holds about a message. */
export interface Recalled {
  /** Best first. */
  readonly hits: readonly RecallHit[];
  /** Share of the message that the best statement covers, 0..1; earlier questions are no evidence. */
  readonly score: number;
  /** Number of statements that cover much of it. */
  readonly count: number;
  /** Traits of the speaker, core ones first. */
  readonly traits: readonly RecalledTrait[];
  /** The current state beside the thread. */
  readonly world: WorldRows | null;
  /** Statements that no longer hold. */
  readonly ended: readonly EndedStatement[];
  /** The past time that the message asks about; null for now. */
  readonly period: RecalledMemory['period'];
}

/** What a turn knows of memory that did not ask it. */
export const nothingRecalled: Recalled = {
  hits: [],
  score: 0,
  count: 0,
  traits: [],
  world: null,
  ended: [],
  period: null,
};

/** Maximum memories for a message. */
const hitsMax = 12;
/** Share of a message's word weight that a memory must cover to be evidence. */
const evidence = 0.4;
/** A share below which it does not matter whether a memory only asks. */
const openRead = 0.2;
/** If the words find nothing ("what do you know about me?"), the latest memories are used. */
const tellings = { evidence, limit: 8 };

/**
 * Searches memory for a turn's message by words and by meaning, with the speaker's traits and the state of the world. One
 * round trip.
 */
export async function recallFor(
  deps: Pick<Deps, 'recall'>,
  step: ClaimedTurn,
  classified: Pick<Classified, 'topicId' | 'vector'>,
  said: Date,
): Promise<Recalled> {
  const { snapshot, turn } = step;
  const beside = {
    agentId: turn.agent_id,
    person: turn.speaker ?? 'user',
    worldOf: turn.thread_id,
    at: said,
    zone: turn.zone,
    exceptTurnId: turn.id,
    beside: [...snapshot.history.map(({ id }) => id), ...snapshot.gists.map((gist) => gist.exchange_id)],
  };
  // What is only said is its own subject, and an empty message asks nothing.
  if (turn.text.trim() === '' || spokenSources.includes(turn.source)) {
    return judgeMemory(await deps.recall.recall({ ...beside, text: '', limit: 0 }), '', []);
  }
  const { topicId, vector } = classified;
  // The answer to a question of the agent's is looked for together with what was asked about.
  const earlier = completedBy(step);
  const text = earlier === undefined ? turn.text : `${earlier}\n${turn.text}`;
  const found = await deps.recall.recall({ ...beside, text, vector, topicId, limit: hitsMax, tellings });
  return judgeMemory(found, text, snapshot.history);
}

/** Signals of a message that asks for memories, whatever its words find. */
const asking = ['answer_request', 'has_question_mark', 'implicit_reference', 'interrogative'] as const;

/**
 * What a prompt uses of it: the latest memories replace missing hits only for a message that is answered and asks. A planner
 * can search itself.
 */
export function forPrompt(
  recalled: Recalled,
  { decision, mode }: { readonly decision: Pick<Decision, 'signals'>; readonly mode: Mode },
): Recalled {
  const isAnswer = mode === 'RESPOND' || mode === 'CLARIFY';
  if (isAnswer && asking.some((signal) => (decision.signals[signal] ?? 0) > 0)) return recalled;
  return { ...recalled, hits: recalled.hits.filter(({ why }) => why.recent === undefined) };
}

/** How much of the thing of an open request a memory speaks of, 0..1: "tell me about the boat" is answered by whatever was said of the boat. */
function coversThing(text: string): (hit: RecallHit) => number {
  const thing = extractCues(text).openness > 0 ? openThing(text) : undefined;
  if (thing === undefined) return () => 0;
  const wanted = new Set(contentStems(thing, detectLanguage(text)));
  return ({ text: told, why }) => {
    if (wanted.size === 0 || (why.words ?? 0) === 0) return 0;
    const said = new Set(contentStems(told, detectLanguage(told)));
    return [...wanted].filter((stem) => said.has(stem)).length / wanted.size;
  };
}

/** True for an open request that tells nothing beside it: no interest, no need. */
const asksAlone = (text: string): boolean => extractCues(text).openness >= 0.5;

/** True for an earlier "tell me about …", or what only repeats it. Only what covers much of the message is read. */
function asksOpenly({ kind, text, why }: RecallHit): boolean {
  if (kind !== 'exchange' && kind !== 'fact' && kind !== 'episode') return false;
  return (why.words ?? 0) > openRead && leavesOpen(text);
}

/** The agent's own note of a request speaks to the person: "tell you about …". */
const leavesOpen = (text: string): boolean => asksAlone(text) || asksAlone(text.replace(/\byou\b/giu, 'me'));

/** What tells nothing: a thought, a question, an open request and what was kept of it alone, a name without a statement. */
function tellsNothing(hits: readonly RecallHit[], said: readonly Said[]): (hit: RecallHit) => boolean {
  const asking = new Set<string | null>([
    ...hits
      .filter((hit) => hit.kind === 'exchange' && asksAlone(hit.text))
      .map((hit) => hit.exchange_id ?? hit.id),
    ...said.filter(({ message }) => asksAlone(message)).map(({ id }) => id),
  ]);
  return (hit) => {
    if (hit.kind === 'thought' || hit.text.trimEnd().endsWith('?') || asksOpenly(hit)) return true;
    if (hit.kind === 'concept') {
      // Its name, and what is known of it behind a colon.
      const [, ...known] = hit.text.split(': ');
      return known.length === 0 || leavesOpen(known.join(': '));
    }
    return hit.exchange_id !== null && asking.has(hit.exchange_id);
  };
}

/** What was said lately in the thread. */
interface Said {
  readonly id: string;
  readonly message: string;
}

/** Computes the evidence of the hits. */
function judgeMemory(
  { ended, hits, period, recent, traits, world }: RecalledMemory,
  text: string,
  said: readonly Said[],
): Recalled {
  const ofThing = coversThing(text);
  const isEmpty = tellsNothing(hits, said);
  const covering = hits
    .filter((hit) => !isEmpty(hit))
    .map((hit) => Math.max(hit.why.words ?? 0, ofThing(hit)));
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

/** The sign code of a turn's message for its exchange; without one only its words find it. */
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
