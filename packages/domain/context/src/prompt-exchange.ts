import type { Trust } from '@salience/contracts';
import type { PromptChunk, PromptExchange } from './task-inputs.ts';

/** An exchange as it is stored. */
export interface StoredExchange {
  readonly id: string;
  readonly message: string;
  readonly reply: string | null;
  readonly saidAt: Date;
  /** Null: the person that the agent serves. */
  readonly speaker: string | null;
  readonly trust: Trust;
  readonly zone: string;
}

/** A stored exchange as the background roles see it. */
export function promptExchange({
  id,
  message,
  reply,
  saidAt,
  speaker,
  trust,
  zone,
}: StoredExchange): PromptExchange {
  return { id, text: message, reply, trust, zone, at: saidAt.toISOString(), speaker: speaker ?? 'user' };
}

/** What is known of a stored exchange, as the background roles see it. */
export function promptChunk({ facts, gists, id, sentiment }: StoredChunk): PromptChunk {
  return {
    exchangeId: id,
    sentiment,
    gists: gists.map(({ content }) => content),
    facts: facts.map(({ key, subject, value }) => `${subject} ${key.replaceAll('_', ' ')} ${value}`),
  };
}

interface StoredChunk {
  readonly id: string;
  readonly sentiment: number | null;
  readonly gists: readonly { readonly content: string }[];
  readonly facts: readonly { readonly subject: string; readonly key: string; readonly value: string }[];
}
