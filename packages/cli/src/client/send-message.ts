import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Accepted, acceptedSchema } from '@salience/contracts';
import { isSalienceError } from '@salience/errors';
import type { ApiClient } from './api-client.ts';

/** A message to send. */
export interface OutgoingMessage {
  readonly text: string;
  readonly source: string;
  readonly thread_id?: string;
  readonly speaker?: string;
  readonly channel?: string;
  readonly at?: string;
}

/** How often a message is offered again when the server is busy or its answer was lost. */
const TRIES_MAX = 6;
const FIRST_PAUSE_MS = 300;

/**
 * Sends one message and resolves when it is accepted, which means committed. It carries an Idempotency-Key, so
 * offering it again after a lost answer never makes a second turn.
 */
export async function sendMessage(
  client: ApiClient,
  message: OutgoingMessage,
  key: string = randomUUID(),
): Promise<Accepted> {
  for (let tries = 1; ; tries++) {
    try {
      return await client.ask('/messages', acceptedSchema, {
        method: 'POST',
        body: message,
        headers: { 'idempotency-key': key },
      });
    } catch (error) {
      if (tries >= TRIES_MAX || !isSalienceError(error)) throw error;
      const lost = error.code === 'cli.not-running' && tries > 1;
      if (error.kind !== 'retryable' && !lost && !wasDropped(error)) throw error;
      await delay(error.retryAfterMs ?? FIRST_PAUSE_MS * 2 ** (tries - 1));
    }
  }
}

/** True when the connection was there and then broke: the server is restarting rather than absent. */
function wasDropped(error: Error): boolean {
  const code = (error.cause as { cause?: { code?: string } } | undefined)?.cause?.code;
  return error.name === 'SalienceError' && (code === 'ECONNRESET' || code === 'UND_ERR_SOCKET');
}
