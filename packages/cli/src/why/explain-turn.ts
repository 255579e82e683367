import { type TurnExplanationView, turnExplanationSchema } from '@salience/contracts';
import type { ApiClient } from '../client/api-client.ts';
import { renderExplanation } from './render-explanation.ts';

/** Asks for the explanation of a turn; `exact`: with what its models were sent. */
export function loadExplanation(
  client: ApiClient,
  turnId: string,
  exact = false,
): Promise<TurnExplanationView> {
  const query = exact ? '?context=exact' : '';
  return client.ask(`/turns/${encodeURIComponent(turnId)}/why${query}`, turnExplanationSchema);
}

/** The explanation of a turn as text for a person, with the times of their zone. */
export async function explainTurn(client: ApiClient, turnId: string, zone: string): Promise<string> {
  return renderExplanation(await loadExplanation(client, turnId), zone);
}
