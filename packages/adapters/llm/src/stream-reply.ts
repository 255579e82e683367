import type { LanguageModelV4FinishReason, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import type { Prompt } from '@salience/context';
import type { SalienceError } from '@salience/errors';
import { type Asking, createAsking, plainParts } from './asking.ts';
import { fault } from './call-errors.ts';
import { type CallInfo, infoOf } from './call-info.ts';
import { callOptions } from './call-options.ts';
import type { AttemptWindow } from './call-window.ts';
import { createTextCleaner } from './clean-text.ts';
import { readUsage, type TokenUsage, toModelPrompt } from './model-prompt.ts';
import type { RoleTimes } from './model-times.ts';
import { type OfflineReply, piecesOf } from './offline-answers.ts';
import type { ProviderModel } from './provider-model.ts';
import { untilAborted } from './read-stream.ts';
import type { RoleWriting } from './role-writing.ts';
import { type AttemptReport, type CallRoom, runCall } from './run-call.ts';
import { createThoughtStripper } from './thoughts.ts';

/** One reply to be written. */
export interface StreamReplyRequest {
  /** The role whose model writes it; default `respond`. */
  readonly role?: 'respond' | 'acknowledge';
  readonly prompt: Prompt;
  /** What is said where no language model is configured. */
  readonly offline: () => Promise<OfflineReply>;
  /** Aborts the HTTP request itself. */
  readonly signal?: AbortSignal | undefined;
  /** Each piece as it comes; all pieces since the last `onReset` make the text. */
  readonly onDelta?: ((text: string) => void) | undefined;
  /** The pieces so far are void: the reply begins anew. Without it, a reply that has begun is not begun again. */
  readonly onReset?: (() => void) | undefined;
  /** Every attempt, as it ends. */
  readonly onAttempt?: ((attempt: AttemptReport) => void) | undefined;
  /** Less than the role's time for the whole call. */
  readonly timeoutMs?: number;
  /** Less than the role's longest silence. */
  readonly stallMs?: number;
}

/** A reply as written. */
export interface StreamedReply extends CallInfo {
  readonly text: string;
  /** `length` means that it was cut. */
  readonly finishReason: LanguageModelV4FinishReason['unified'];
}

/** What a call is made with. */
export interface CallSetup {
  readonly room: CallRoom;
  readonly candidates: readonly ProviderModel[];
  readonly times: RoleTimes;
  readonly writing: RoleWriting;
}

interface Attempt {
  readonly text: string;
  readonly finishReason: LanguageModelV4FinishReason['unified'];
  readonly usage: TokenUsage;
}

/** Maximum characters of an answer: a looping model would never stop. */
export const longestReply = 200_000;

/** Streams one reply; see `ModelCalls.streamReply` for what it promises. */
export async function streamReply(setup: CallSetup, request: StreamReplyRequest): Promise<StreamedReply> {
  const { candidates, room, times } = setup;
  const { now } = room.ports;
  const started = now();
  const asking = createAsking(room.ports, plainParts);
  let emitted = false;
  const { value, provider, attempts } = await runCall(room, {
    candidates,
    signal: request.signal,
    timeoutMs: Math.min(times.timeoutMs, request.timeoutMs ?? Number.POSITIVE_INFINITY),
    stallMs: Math.min(times.stallMs, request.stallMs ?? Number.POSITIVE_INFINITY),
    onAttempt: request.onAttempt,
    attempt: (model, window) =>
      attemptStream({ ...setup, asking }, model, request, window, (delta) => {
        if (request.onDelta === undefined) return;
        emitted = true;
        request.onDelta(delta);
      }),
    adapt: asking.adapt,
    shown: () => (!emitted ? 'nothing' : request.onReset === undefined ? 'final' : 'voidable'),
    reset() {
      if (emitted) request.onReset?.();
      emitted = false;
    },
  });
  const answer = { usage: value.usage, provider, attempts };
  return {
    ...infoOf(candidates, [answer], now() - started),
    text: value.text,
    finishReason: value.finishReason,
  };
}

async function attemptStream(
  { asking, writing }: { readonly asking: Asking; readonly writing: RoleWriting },
  provider: ProviderModel,
  { offline, prompt }: StreamReplyRequest,
  window: AttemptWindow,
  emit: (delta: string) => void,
): Promise<Attempt> {
  if (provider.load === undefined) return attemptOffline(offline, window, emit);
  const model = await provider.load();
  const { stream } = await model.doStream({
    prompt: toModelPrompt(prompt),
    abortSignal: window.signal,
    ...callOptions(provider, asking.mannerOf(provider), writing),
  });
  const cleaner = createTextCleaner();
  const thoughts = createThoughtStripper();
  let text = '';
  let finish: Extract<LanguageModelV4StreamPart, { type: 'finish' }> | undefined;
  const add = (piece: string) => {
    if (piece === '') return;
    text += piece;
    emit(piece);
  };
  for await (const part of untilAborted(stream, window.signal)) {
    // Headers are not output: until the first piece the first wait goes on.
    if (part.type !== 'stream-start') window.touch();
    if (part.type === 'error') throw part.error;
    if (part.type === 'finish') finish = part;
    if (part.type !== 'text-delta') continue;
    add(cleaner.push(thoughts.push(part.delta).slice(0, longestReply - text.length)));
    if (text.length >= longestReply) return { text, finishReason: 'length', usage: readUsage(undefined) };
  }
  add(cleaner.push(thoughts.end()));
  add(cleaner.end());
  const reason = finish?.finishReason.unified;
  if (reason === 'content-filter')
    throw fault('llm.refused', provider, 'refused: its content filter stopped the reply');
  if (finish === undefined || reason === undefined || reason === 'error' || reason === 'interrupted')
    throw fault('llm.malformed', provider, 'broke off its answer');
  if (text.trim() === '') throw nothingSaid(provider, reason);
  asking.worked(provider);
  return { text, finishReason: reason, usage: readUsage(finish.usage) };
}

async function attemptOffline(
  offline: StreamReplyRequest['offline'],
  window: AttemptWindow,
  emit: (delta: string) => void,
): Promise<Attempt> {
  const { text, usage } = await offline();
  for (const piece of piecesOf(text)) {
    window.signal.throwIfAborted();
    window.touch();
    emit(piece);
  }
  window.signal.throwIfAborted();
  return { text, finishReason: 'stop', usage };
}

/** The fault of an answer that holds nothing; one that was cut at its length went into thoughts. */
export function nothingSaid(
  provider: ProviderModel,
  finish: LanguageModelV4FinishReason['unified'],
): SalienceError {
  return finish === 'length'
    ? fault('llm.malformed', provider, 'thought until its answer was cut', { refused: 'thoughts' })
    : fault('llm.malformed', provider, 'sent an answer without text');
}
