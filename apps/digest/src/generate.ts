import type { Citation, Mode } from '@salience/contracts';
import {
  createMarkerStripper,
  extractCitations,
  type HistoryItem,
  type MemoryItem,
  type PromptInput,
  renderPrompt,
  type TemplateName,
  unkeptPrefix,
  type WorldItem,
} from '@salience/context';
import type { LaneStep, MemoryRow } from '@salience/database';
import { isSalienceError } from '@salience/errors';
import { withModelCall } from '@salience/telemetry';
import type { AgentProfile } from './agent-cache.ts';
import type { Deps } from './deps.ts';
import type { LiveReply } from './live-reply.ts';
import { tellModelFailure } from './model-failure.ts';
import type { Recalled } from './recall.ts';

/** An answer, or why there is none. */
export type Generated =
  | {
      readonly kind: 'reply';
      readonly text: string;
      readonly citations: readonly Citation[];
      readonly model: string;
      /** Null where the provider did not say. */
      readonly usage: { inputTokens: number | null; outputTokens: number | null };
    }
  | { readonly kind: 'failed'; readonly error: { code: string; message: string; recoverable: boolean } };

/** What an answer is made from. */
export interface GenerateInput {
  readonly step: Extract<LaneStep, { status: 'turn' }>;
  readonly mode: Exclude<Mode, 'IGNORE' | 'ACT'>;
  readonly profile: AgentProfile;
  readonly recalled: Recalled;
  readonly live: LiveReply;
  readonly signal: AbortSignal;
}

/** Hits below this score are noise and do not enter the prompt. */
const scoreMin = 0.1;
/** A score that counts as fully relevant. */
const scoreFull = 0.5;

/**
 * Writes the answer with the model of the role respond, streaming it as it comes. A model that fails, retries and failover
 * included, ends the turn with an honest message; anything else that goes wrong is thrown.
 */
export async function generate(deps: Deps, input: GenerateInput): Promise<Generated> {
  const prompt = renderPrompt(promptOf(input));
  const { turn } = input.step;
  const { provider, model } = deps.models.describe('respond');
  const call = {
    agentId: turn.agent_id,
    role: 'respond',
    provider,
    model,
    threadId: turn.thread_id,
    stream: true,
  };
  let stripper = createMarkerStripper();
  try {
    const reply = await withModelCall(deps.metrics, call, (firstPiece, onAttempt) =>
      deps.models.streamReply({
        prompt,
        signal: input.signal,
        onAttempt,
        onDelta: (text) => {
          firstPiece();
          input.live.delta(stripper.push(text));
        },
        onReset: () => {
          stripper = createMarkerStripper();
          input.live.reset();
        },
      }),
    );
    input.live.delta(stripper.end());
    input.live.written();
    const { text, citations } = extractCitations(reply.text, citable(input));
    const { inputTokens, outputTokens } = reply.usage;
    return { kind: 'reply', text, citations, model: reply.model, usage: { inputTokens, outputTokens } };
  } catch (error) {
    if (!isSalienceError(error) || !error.code.startsWith('llm.') || error.code === 'llm.aborted')
      throw error;
    deps.log.error({ turnId: turn.id, code: error.code, cause: error.message }, 'generation failed');
    return { kind: 'failed', error: tellModelFailure(error, turn.id) };
  }
}

function promptOf(input: GenerateInput): PromptInput {
  const { turn, snapshot } = input.step;
  return {
    template: turn.source === 'reminder' ? 'REMIND' : (input.mode satisfies TemplateName),
    agent: input.profile.identity,
    message: { text: turn.text, at: turn.said_at, speaker: turn.speaker ?? 'user', trust: turn.trust },
    memory: input.recalled.hits.filter((hit) => hit.score >= scoreMin).map(memoryItem),
    history: [...earlierMessages(turn.context, turn.said_at), ...pastOf(snapshot)],
    world: [...systemNotes(turn.context), ...reminderNotes(snapshot.reminders), ...gistNotes(snapshot.gists)],
  };
}

function memoryItem(hit: MemoryRow): MemoryItem {
  return {
    id: hit.id,
    kind: hit.kind,
    text: hit.text,
    reply: hit.reply ?? undefined,
    exchangeId: hit.exchange_id ?? hit.id,
    at: hit.at,
    speaker: hit.speaker ?? 'user',
    trust: hit.trust,
    threadId: hit.thread_id,
    relevance: Math.min(1, hit.score / scoreFull),
  };
}

type Past = Extract<LaneStep, { status: 'turn' }>['snapshot'];

function historyItem(past: Past['history'][number]): HistoryItem {
  return {
    exchangeId: past.id,
    at: past.said_at,
    speaker: past.speaker ?? 'user',
    trust: past.trust,
    text: past.message,
    reply: past.reply,
  };
}

/** What was said before, in order: the exchanges, and among them what a later message interrupted. */
function pastOf(snapshot: Past): HistoryItem[] {
  const oldest = snapshot.history[0]?.seq ?? 0;
  const interrupted = snapshot.interrupted.filter(
    ({ seq }) => seq >= oldest || snapshot.history.length === 0,
  );
  const items = [
    ...snapshot.history.map((past) => ({ seq: past.seq, item: historyItem(past) })),
    ...interrupted.map((turn) => ({ seq: turn.seq, item: interruptedItem(turn) })),
  ];
  return items.toSorted((a, b) => a.seq - b.seq).map(({ item }) => item);
}

/** It was said and not answered, and is not kept as an exchange, so nothing can cite it. */
function interruptedItem(turn: Past['interrupted'][number]): HistoryItem {
  return {
    exchangeId: `${unkeptPrefix}_i${turn.seq}`,
    at: turn.said_at,
    speaker: turn.speaker ?? 'user',
    trust: turn.trust,
    text: turn.text,
    reply: null,
  };
}

type ContextMessages = { role: string; content: string }[] | null;

/** Earlier messages that a stateless client sent along, each user's with the answer that followed it. */
function earlierMessages(context: ContextMessages, at: string): HistoryItem[] {
  const items: HistoryItem[] = [];
  for (const { role, content } of context ?? []) {
    const last = items.at(-1);
    if (role === 'user') {
      items.push({
        exchangeId: `${unkeptPrefix}_${items.length + 1}`,
        at,
        speaker: 'user',
        trust: 'user',
        text: content,
        reply: null,
      });
    } else if (role === 'assistant' && last !== undefined) {
      items[items.length - 1] = { ...last, reply: content };
    }
  }
  return items;
}

function systemNotes(context: ContextMessages): WorldItem[] {
  return (context ?? [])
    .filter(({ role }) => role === 'system' || role === 'developer')
    .map(({ content }, index) => ({
      id: `${unkeptPrefix}_s${index + 1}`,
      kind: 'instructions',
      text: content,
      trust: 'user',
      relevance: 1,
    }));
}

function reminderNotes(reminders: Past['reminders']): WorldItem[] {
  return reminders.map((reminder) => ({
    id: reminder.id,
    kind: 'reminder',
    text: reminder.text,
    at: reminder.due_at,
    trust: 'user',
    relevance: 0.8,
  }));
}

function gistNotes(gists: Past['gists']): WorldItem[] {
  return gists.map((gist) => ({
    id: gist.id,
    kind: `gist ${gist.type}`,
    text: gist.content,
    trust: gist.trust,
    relevance: 0.5 * gist.confidence,
  }));
}

function citable(input: GenerateInput) {
  const { history } = input.step.snapshot;
  return [
    ...history.map((past) => ({ id: past.id, exchangeId: past.id, text: past.message })),
    ...input.recalled.hits.map((hit) => ({
      id: hit.id,
      exchangeId: hit.exchange_id ?? hit.id,
      text: hit.text,
    })),
  ];
}
