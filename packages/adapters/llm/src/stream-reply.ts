import type {
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider';
import type { Prompt } from '@salience/context';
import { malformedError, refusedError } from './call-errors.ts';
import { type AttemptWindow, withinLimits } from './call-window.ts';
import { readUsage, type TokenUsage, toModelPrompt } from './model-prompt.ts';
import type { ProviderModel } from './provider-model.ts';

/** One reply to be written. */
export interface StreamReplyRequest {
  readonly prompt: Prompt;
  /** Aborts the HTTP request itself. */
  readonly signal?: AbortSignal | undefined;
  /** Each piece as it comes; all pieces since the last `onReset` make the text. */
  readonly onDelta?: ((text: string) => void) | undefined;
  /** The pieces so far are void: the reply begins anew. */
  readonly onReset?: (() => void) | undefined;
  /** For the whole call, its retry included; 60 s unless told. */
  readonly timeoutMs?: number;
  /** Longest silence of the stream; 20 s unless told. */
  readonly stallMs?: number;
}

/** How a call went, for records and telemetry. */
export interface CallInfo {
  readonly usage: TokenUsage;
  readonly model: string;
  readonly provider: string;
  readonly durationMs: number;
  /** 1, or 2 after a retry. */
  readonly attempts: number;
}

/** A reply as written. */
export interface StreamedReply extends CallInfo {
  readonly text: string;
  /** `length` means that it was cut. */
  readonly finishReason: LanguageModelV4FinishReason['unified'];
}

interface Attempt {
  readonly text: string;
  readonly finishReason: LanguageModelV4FinishReason['unified'];
  readonly usage: LanguageModelV4Usage | undefined;
}

/** Streams one reply; see `Models.streamReply` for what it promises. */
export async function streamReply(
  provider: ProviderModel,
  request: StreamReplyRequest,
): Promise<StreamedReply> {
  const started = performance.now();
  const limits = {
    signal: request.signal,
    timeoutMs: request.timeoutMs ?? 60_000,
    stallMs: request.stallMs ?? 20_000,
  };
  let attempts = 0;
  let emitted = false;
  const emit = (delta: string) => {
    emitted = true;
    request.onDelta?.(delta);
  };
  const reset = () => {
    if (emitted) request.onReset?.();
    emitted = false;
  };
  const done = await withinLimits(
    limits,
    provider,
    (window, number) => {
      attempts = number;
      return attemptStream(provider, request.prompt, window, emit);
    },
    reset,
  );
  return {
    text: done.text,
    finishReason: done.finishReason,
    usage: readUsage(done.usage, request.prompt, done.text),
    model: provider.model,
    provider: provider.provider,
    durationMs: performance.now() - started,
    attempts,
  };
}

async function attemptStream(
  provider: ProviderModel,
  prompt: Prompt,
  window: AttemptWindow,
  emit: (delta: string) => void,
): Promise<Attempt> {
  const model = await provider.load();
  const { stream } = await model.doStream({ prompt: toModelPrompt(prompt), abortSignal: window.signal });
  let text = '';
  let finish: Extract<LanguageModelV4StreamPart, { type: 'finish' }> | undefined;
  for await (const part of untilAborted(stream, window.signal)) {
    window.touch();
    if (part.type === 'error') throw part.error;
    if (part.type === 'finish') finish = part;
    if (part.type === 'text-delta' && part.delta !== '') {
      text += part.delta;
      emit(part.delta);
    }
  }
  const reason = finish?.finishReason.unified;
  if (reason === 'content-filter') throw refusedError(provider, 'its content filter stopped the reply');
  if (finish === undefined || reason === undefined || reason === 'error' || reason === 'interrupted') {
    throw malformedError(provider, 'a stream that broke off');
  }
  if (text.trim() === '') throw malformedError(provider, 'no text');
  return { text, finishReason: reason, usage: finish.usage };
}

/** Reads a stream to its end; an abort ends the wait at once, also where the provider does not listen to it. */
async function* untilAborted<T>(stream: ReadableStream<T>, signal: AbortSignal): AsyncGenerator<T> {
  const reader = stream.getReader();
  const aborted = Promise.withResolvers<never>();
  const onAbort = () => aborted.reject(signal.reason);
  // Handled here so that an abort after the last piece is not an unhandled rejection.
  aborted.promise.catch(() => undefined);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    signal.throwIfAborted();
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), aborted.promise]);
      if (done) return;
      yield value;
    }
  } finally {
    signal.removeEventListener('abort', onAbort);
    // Releases the connection when we stop early. A stream that failed rejects here too: it was reported already.
    await reader.cancel().catch(() => undefined);
  }
}
