import type { Trust } from '@salience/contracts';
import type { PromptExchange } from './task-inputs.ts';

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
