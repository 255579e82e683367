import {
  type Citation,
  type ContextSnapshot,
  lowestTrust,
  type MemoryKind,
  type Mode,
  spokenSources,
  type Trust,
} from '@salience/contracts';
import {
  type ActedNote,
  type CitableItem,
  citedItems,
  compactPrompt,
  createMarkerStripper,
  createVisibleText,
  extractCitations,
  type PromptInput,
  type RenderedPrompt,
  renderPrompt,
  seenIn,
  snapshotOf,
  type TemplateName,
  visibleText,
} from '@salience/context';
import { isSalienceError } from '@salience/errors';
import { supportOf } from '@salience/memory';
import type { Readings } from '@salience/router';
import { withModelCall } from '@salience/telemetry';
import type { Deps } from './deps.ts';
import type { LiveReply } from './live-reply.ts';
import { describeModelFailure } from './model-failure.ts';
import { noteFault } from './note-fault.ts';
import { type MaterialInput, materialOf, relevanceOf } from './prompt-material.ts';

/** An answer, or why there is none. `contexts`: of each model call that was made. */
export type Generated = { readonly contexts: readonly ContextSnapshot[] } & (
  | {
      readonly kind: 'reply';
      readonly text: string;
      readonly citations: readonly Citation[];
      /** The memories that it names: what rests on an exchange, and the exchange. */
      readonly used: readonly UsedMemory[];
      /** The lowest trust of everything in its prompt; at most the agent's own. */
      readonly trust: Trust;
      readonly model: string;
      /** It answers a review of a task, which may go on. */
      readonly answersReview?: true;
      /** Null if the provider did not report it. */
      readonly usage: { inputTokens: number | null; outputTokens: number | null };
    }
  | { readonly kind: 'failed'; readonly error: { code: string; message: string; recoverable: boolean } }
);

/** The input of an answer. */
export interface GenerateInput extends Omit<MaterialInput, 'limits'> {
  readonly mode: Exclude<Mode, 'IGNORE' | 'ACT'>;
  readonly live: LiveReply;
  readonly signal: AbortSignal;
  /** What a question back is about. */
  readonly open?: Readings | undefined;
  /** The actions of this turn so far. */
  readonly acted?: ActedNote;
  /** The lowest trust of everything that influenced them. */
  readonly actedTrust?: Trust;
}

/**
 * Writes the answer with the model of the role respond (a nod with that of acknowledge), streaming it as it comes. A prompt that the
 * model finds too long is sent
 * once more, compacted. If the model fails after retries and failover, the turn ends with a message that says so; any other
 * error is thrown.
 */
export async function generate(deps: Deps, input: GenerateInput): Promise<Generated> {
  const { turn } = input.step;
  const contexts: ContextSnapshot[] = [];
  try {
    const material = promptOf(deps, input);
    const reply = await write(deps, input, renderPrompt(material), contexts).catch((error: unknown) => {
      if (!isSalienceError(error) || error.code !== 'llm.context-overflow') throw error;
      deps.log.warn({ turnId: turn.id }, 'the prompt was too long for the model; sent once more, compacted');
      return write(deps, input, compactPrompt(material), contexts);
    });
    input.live.written();
    const items = citable(input);
    const { text, citations } = extractCitations(reply.text, items, reply.refs);
    const { inputTokens, outputTokens } = reply.usage;
    return {
      kind: 'reply',
      text,
      citations,
      used: usedIn(citations, citedItems(reply.text, items, reply.refs)),
      trust: lowestTrust(['agent', reply.seen, input.actedTrust ?? 'agent']),
      model: reply.model,
      usage: { inputTokens, outputTokens },
      contexts,
    };
  } catch (error) {
    if (!isSalienceError(error) || !error.code.startsWith('llm.') || error.code === 'llm.aborted')
      throw error;
    deps.log.error({ turnId: turn.id, code: error.code, cause: error.message }, 'generation failed');
    noteFault(contexts, error);
    return { kind: 'failed', error: describeModelFailure(error.code, turn.id), contexts };
  }
}

/** One call: the reply as written. Its context is recorded before the call. */
async function write(deps: Deps, input: GenerateInput, prompt: RenderedPrompt, contexts: ContextSnapshot[]) {
  const { turn } = input.step;
  const role = input.mode === 'ACKNOWLEDGE' ? 'acknowledge' : 'respond';
  const { model, offline, provider } = deps.models.describe(role);
  // The offline responder reads values, not the text: it can answer again from them alone.
  const shown = offline ? { shown: prompt.shown } : {};
  contexts.push(snapshotOf(prompt, prompt, { role, provider, model, ...shown }));
  const call = { agentId: turn.agent_id, role, provider, model, threadId: turn.thread_id, stream: true };
  // What is streamed equals what is stored: without terminal control and invisible characters.
  let visible = createVisibleText();
  let stripper = createMarkerStripper(prompt.refs);
  const reply = await withModelCall(deps.metrics, call, (firstPiece, onAttempt) =>
    deps.models.reply({
      role,
      prompt,
      signal: input.signal,
      onAttempt,
      onDelta: (text) => {
        firstPiece();
        input.live.delta(stripper.push(visible.push(text)));
      },
      onReset: () => {
        visible = createVisibleText();
        stripper = createMarkerStripper(prompt.refs);
        input.live.reset();
      },
    }),
  );
  input.live.delta(stripper.push(visible.end()) + stripper.end());
  const seen = seenIn(prompt.items, turn, turn.id).least.trust;
  return { ...reply, text: visibleText(reply.text), refs: prompt.refs, seen };
}

function promptOf(deps: Deps, input: GenerateInput): PromptInput {
  const { turn } = input.step;
  return {
    ...materialOf({ ...input, limits: deps.contextLimits ?? {} }),
    template: templateOf(turn.source, input.mode),
    acted: input.acted,
    open: input.open,
  };
}

function templateOf(source: string, mode: GenerateInput['mode']): TemplateName {
  if (source === 'thought') return 'THOUGHT';
  if (source === 'pulse') return 'WAKE';
  if (source === 'floor') return 'FLOOR';
  return spokenSources.includes(source) ? 'REMIND' : mode;
}

/** A memory that search ranks by its use. */
export interface UsedMemory {
  readonly id: string;
  readonly kind: string;
}

/** An item that a reply can cite; `kind`: of a memory that search ranks by its use. */
interface OwnItem extends CitableItem {
  readonly kind?: MemoryKind;
}

/** What counts as accessed of what a reply cites: its exchanges, and the facts, concepts, episodes and thoughts that it names. */
export function usedIn(citations: readonly Citation[], items: readonly OwnItem[]): UsedMemory[] {
  const used = new Map<string, string>(citations.map(({ exchangeId }) => [exchangeId, 'exchange']));
  for (const { id, kind } of items) if (kind !== undefined) used.set(id, kind);
  return Array.from(used, ([id, kind]) => ({ id, kind }));
}

/** The items that a reply of the turn can cite. */
export function citable(input: Pick<GenerateInput, 'recalled' | 'step'>): OwnItem[] {
  const { history } = input.step.snapshot;
  return [
    ...history.map(({ id, message: text, trust }) => ({
      id,
      exchangeId: id,
      text,
      support: supportOf(1, trust),
    })),
    ...input.recalled.hits.map((hit) => ({
      id: hit.id,
      kind: hit.kind,
      exchangeId: hit.exchange_id ?? hit.id,
      text: hit.text,
      support: supportOf(relevanceOf(hit), hit.trust),
    })),
    ...input.recalled.traits.map(({ exchangeId, id, trust, value: text, weight }) => ({
      id,
      exchangeId,
      text,
      support: supportOf(weight, trust),
    })),
  ];
}
