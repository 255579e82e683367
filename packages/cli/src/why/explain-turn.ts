import type { ApiClient } from '../client/api-client.ts';
import { type Explanation, explanationSchema } from './explanation.ts';
import { renderExplanation } from './render-explanation.ts';

/** Asks for the explanation of a turn. */
export function loadExplanation(client: ApiClient, turnId: string): Promise<Explanation> {
  return client.ask(`/turns/${encodeURIComponent(turnId)}/why`, explanationSchema);
}

/** The explanation of a turn as text for a person. */
export async function explainTurn(client: ApiClient, turnId: string): Promise<string> {
  return renderExplanation(await loadExplanation(client, turnId));
}
