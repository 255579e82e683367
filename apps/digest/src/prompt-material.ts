import {
  type ActedNote,
  extractCitations,
  type GoalNote,
  type HistoryItem,
  instructionsKind,
  type MemoryItem,
  type PersonNote,
  type PlanPromptInput,
  type SkillItem,
  transientIdPrefix,
  type WorldItem,
} from '@salience/context';
import { localDay } from '@salience/language';
import { outcomesDigest, type RunSummary } from '@salience/act';
import type { ClaimedTurn } from '@salience/database/turns';
import {
  collectWorldState,
  type EndedStatement,
  endMark,
  keyWords,
  lowConfidence,
  markEnded,
  worldSources,
} from '@salience/memory';
import type { RecalledTrait, RecallHit } from '@salience/recall';
import type { AgentProfile } from './agent-cache.ts';
import type { ContextLimits } from './context-limits.ts';
import { completedBy } from './completed-by.ts';
import type { Recalled } from './recall.ts';

/** The input of a turn's prompts. */
export interface MaterialInput {
  readonly step: ClaimedTurn;
  readonly profile: AgentProfile;
  readonly recalled: Recalled;
  readonly limits: ContextLimits;
  /** The agent's capabilities. */
  readonly skills?: readonly SkillItem[];
}

/** Hits below this score are noise and do not enter the prompt. */
const scoreMin = 0.1;
/** A score that counts as fully relevant. */
const scoreFull = 0.5;

/** Everything that a prompt of this turn may contain, for planning and replying. */
export function materialOf(input: MaterialInput): PlanPromptInput {
  const { turn, snapshot } = input.step;
  const { ended } = input.recalled;
  return {
    agent: input.profile.identity,
    message: {
      text: turn.text,
      threadId: turn.thread_id,
      at: turn.said_at,
      speaker: turn.speaker ?? 'user',
      trust: turn.trust,
      zone: turn.zone,
      due: turn.due_at ?? undefined,
      standsFor: turn.stands_for ?? undefined,
      period: periodOf(input.recalled, turn.zone),
      completes: completedBy(input.step),
    },
    memory: input.recalled.hits.filter((hit) => hit.score >= scoreMin).map(memoryItem),
    history: [...earlierMessages(turn.context, turn.said_at), ...pastOf(snapshot, ended, turn.zone)],
    person: personOf(turn.speaker ?? 'user', input.recalled.traits),
    world: [
      ...systemNotes(turn.context),
      ...worldNotes(input.recalled, turn),
      ...gistNotes(snapshot, ended, turn.zone),
    ],
    skills: input.skills ?? [],
    goals: goalsOf(input.recalled),
    outcomes: outcomesDigest(snapshot.outcomes),
    focus: snapshot.focus ?? undefined,
    ...input.limits,
  };
}

/** The actions of a run, for the prompt that writes the answer. */
export function actedNote(summary: RunSummary): ActedNote {
  return {
    actions: [...summary.done, ...summary.unknown]
      .toSorted((a, b) => a.n - b.n)
      .map(({ confidence, verdict, ...action }) => ({
        ...action,
        doubt: verdict,
        ...(confidence !== null && confidence < lowConfidence ? { unsure: confidence } : {}),
      })),
    approvals: summary.pending,
    // Its references to memories are for tool calls, not for the answer.
    conclusion: extractCitations(summary.words, []).text,
    stopped: summary.stopReason,
  };
}

/** How well a hit fits its message, 0..1. */
export function relevanceOf({ score }: Pick<RecallHit, 'score'>): number {
  return Math.min(1, score / scoreFull);
}

function memoryItem(hit: RecallHit): MemoryItem {
  return {
    id: hit.id,
    kind: hit.kind,
    text: hit.text,
    reply: hit.reply ?? undefined,
    marks: hit.marks,
    replyTrust: hit.reply_trust ?? undefined,
    exchangeId: hit.exchange_id ?? hit.id,
    at: hit.at,
    speaker: hit.speaker ?? 'user',
    trust: hit.trust,
    threadId: hit.thread_id,
    relevance: relevanceOf(hit),
  };
}

type Past = ClaimedTurn['snapshot'];

/** Marks items that no longer hold, unless a later item shown in the prompt says so itself. */
function historyItem(
  past: Past['history'][number],
  ended: readonly EndedStatement[],
  zone: string,
): HistoryItem {
  const { id, message: text, reply, said_at: at, speaker, trust } = past;
  const told = { id, exchangeId: id, at };
  const marks = {
    text: endMark({ ...told, text, speaker: speaker ?? 'user', trust }, ended, zone),
    reply: endMark(
      { ...told, text: reply ?? '', speaker: null, trust: past.reply_trust ?? 'agent', isReply: true },
      ended,
      zone,
    ),
  };
  return {
    exchangeId: id,
    at,
    speaker: speaker ?? 'user',
    trust,
    text,
    reply,
    marks,
    replyTrust: past.reply_trust ?? undefined,
  };
}

/** The history in order: exchanges, and between them the messages that a later one interrupted. */
function pastOf(snapshot: Past, ended: readonly EndedStatement[], zone: string): HistoryItem[] {
  const shown = new Set<string>(snapshot.history.map(({ id }) => id));
  const elsewhere = ended.filter(({ by }) => by === null || !shown.has(by));
  const oldest = snapshot.history[0]?.seq ?? 0;
  const interrupted = snapshot.interrupted.filter(
    ({ seq }) => seq >= oldest || snapshot.history.length === 0,
  );
  const items = [
    ...snapshot.history.map((past) => ({ seq: past.seq, item: historyItem(past, elsewhere, zone) })),
    ...interrupted.map((turn) => ({ seq: turn.seq, item: interruptedItem(turn) })),
  ];
  return items.toSorted((a, b) => a.seq - b.seq).map(({ item }) => item);
}

/** An interrupted message has no exchange, so it cannot be cited. */
function interruptedItem(turn: Past['interrupted'][number]): HistoryItem {
  return {
    exchangeId: `${transientIdPrefix}_i${turn.seq}`,
    at: turn.said_at,
    speaker: turn.speaker ?? 'user',
    trust: turn.trust,
    text: turn.text,
    reply: null,
  };
}

type ContextMessages = MaterialInput['step']['turn']['context'];

/** Earlier messages sent by a stateless client, each of a user's with the answer after it, which may have less trust. */
function earlierMessages(context: ContextMessages, at: string): HistoryItem[] {
  const items: HistoryItem[] = [];
  for (const { role, content, trust = 'external' } of context ?? []) {
    const last = items.at(-1);
    if (role === 'user') {
      items.push({
        exchangeId: `${transientIdPrefix}_${items.length + 1}`,
        at,
        speaker: 'user',
        trust,
        text: content,
        reply: null,
      });
    } else if (role === 'assistant' && last !== undefined) {
      items[items.length - 1] = { ...last, reply: content, replyTrust: trust };
    }
  }
  return items;
}

function systemNotes(context: ContextMessages): WorldItem[] {
  return (context ?? [])
    .filter(({ role }) => role === 'system' || role === 'developer')
    .map(({ content, trust = 'external' }, index) => ({
      id: `${transientIdPrefix}_s${index + 1}`,
      kind: instructionsKind,
      text: content,
      trust,
      relevance: 1,
    }));
}

function periodOf({ period }: Recalled, zone: string) {
  const dayOf = (at: Date) => localDay(at.toISOString(), zone);
  return period === null ? undefined : { from: dayOf(period.from), to: dayOf(period.to) };
}

/** The current state beside the thread. Its focus has a section of its own. */
function worldNotes({ ended, world }: Recalled, turn: MaterialInput['step']['turn']): WorldItem[] {
  if (world === null) return [];
  const now = new Date(turn.said_at);
  const saidAt = new Map(world.ahead.map((row) => [row.id, row.saidAt.toISOString()]));
  return collectWorldState(worldSources({ ...world, focus: null }), now).map((item) => {
    const at = saidAt.get(item.id);
    return at === undefined
      ? item
      : { ...item, text: markEnded({ ...item, exchangeId: item.id, at, speaker: 'user' }, ended, turn.zone) };
  });
}

/** What the agent pursues. Its first goals are the most important. */
function goalsOf({ world }: Recalled): GoalNote[] {
  return (world?.pursued ?? []).map(({ goal, id, priority }) => ({
    id: `goal:${id}`,
    text: goal,
    relevance: priority / 100,
  }));
}

function personOf(name: string, traits: readonly RecalledTrait[]): PersonNote | undefined {
  if (traits.length === 0) return undefined;
  return {
    name,
    traits: traits.map(({ exchangeId, id, key, lastSeenAt, origin, trust, value, weight }) => ({
      id,
      about: keyWords(key),
      text: value,
      exchangeId,
      at: lastSeenAt.toISOString(),
      origin,
      trust,
      relevance: weight,
    })),
  };
}

/** Notes on the thread from before the shown history, with their day; nothing in the history is repeated. */
function gistNotes({ gists, history }: Past, ended: readonly EndedStatement[], zone: string): WorldItem[] {
  const shown = new Set(history.map(({ id }) => id));
  return gists
    .filter((gist) => !shown.has(gist.exchange_id))
    .map(({ confidence, content: text, exchange_id: exchangeId, id, said_at: at, trust, type }) => ({
      id,
      kind: `gist ${type}`,
      text: markEnded({ id, exchangeId, text, at, speaker: null, trust }, ended, zone),
      at,
      trust,
      relevance: 0.5 * confidence,
    }));
}
