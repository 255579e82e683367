import { type TurnView, turnViewSchema } from '@salience/contracts';
import type { ApiClient } from './api-client.ts';
import { followTurn } from './turn-stream.ts';

/** A turn once it has ended; undefined if it still runs after so many milliseconds. What it says is seen by being streamed here. */
export async function endOfTurn(
  client: ApiClient,
  turnId: string,
  withinMs: number,
): Promise<TurnView | undefined> {
  const signal = AbortSignal.timeout(withinMs);
  try {
    for await (const _event of followTurn(client, turnId, { signal }));
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  }
  return client.ask(`/turns/${encodeURIComponent(turnId)}`, turnViewSchema);
}
