import { setTimeout as delay } from 'node:timers/promises';
import type { Accepted } from '@salience/contracts';
import { isSalienceError } from '@salience/errors';
import type { ApiClient } from '../client/api-client.ts';
import { type OutgoingMessage, sendMessage } from '../client/send-message.ts';

const POLL_MS = 100;

/**
 * Sends a message, and again while its thread is busy: an agent whose mid-run policy is `reject` takes one at a
 * time. Throws the refusal `thread.busy` when the thread is still busy after `patienceMs` milliseconds.
 */
export async function sendWhenFree(
  client: ApiClient,
  message: OutgoingMessage,
  key: string,
  patienceMs: number,
): Promise<Accepted> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    try {
      return await sendMessage(client, message, key);
    } catch (error) {
      if (!isSalienceError(error) || error.code !== 'thread.busy' || Date.now() > deadline) throw error;
      await delay(POLL_MS);
    }
  }
}
