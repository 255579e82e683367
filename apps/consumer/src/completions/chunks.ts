import type { Usage } from './outcome.ts';

/** The only model name. */
export const modelName = 'salience';

/** Fields shared by all chunks of one completion. */
export interface ChunkHead {
  readonly id: string;
  /** Unix seconds. */
  readonly created: number;
  /** Every chunk carries a usage field, null but for the last. */
  readonly withUsage: boolean;
}

/** One piece of a streamed completion. */
export function chunk(
  head: ChunkHead,
  delta: { readonly role?: 'assistant'; readonly content?: string },
  finishReason: 'stop' | null = null,
): object {
  return {
    ...frame(head),
    choices: [{ index: 0, delta, logprobs: null, finish_reason: finishReason }],
    ...(head.withUsage ? { usage: null } : {}),
  };
}

/** The last chunk for clients that asked for usage: no choices, only numbers, or null if the usage is unknown. */
export function usageChunk(head: ChunkHead, usage: Usage | null): object {
  return { ...frame(head), choices: [], usage };
}

/** A whole completion. */
export function completion(head: Omit<ChunkHead, 'withUsage'>, text: string, usage: Usage | null): object {
  return {
    id: head.id,
    object: 'chat.completion',
    created: head.created,
    model: modelName,
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: text, refusal: null, annotations: [] },
        logprobs: null,
        finish_reason: 'stop',
      },
    ],
    ...(usage === null ? {} : { usage }),
    system_fingerprint: null,
  };
}

function frame(head: ChunkHead) {
  return {
    id: head.id,
    object: 'chat.completion.chunk',
    created: head.created,
    model: modelName,
    system_fingerprint: null,
  };
}
