import { z } from 'zod';
import type { ApiClient } from '../client/api-client.ts';
import { renderExplanation } from './render-explanation.ts';

/** The whole explanation of a turn as the API gives it. */
export const explanationSchema = z.looseObject({
  turn: z.looseObject({}),
  timings: z.looseObject({}).nullish(),
  decision: z.looseObject({}).nullish(),
  memory: z.looseObject({}).nullish(),
  takeovers: z.array(z.looseObject({})).nullish(),
});
export type Explanation = z.infer<typeof explanationSchema>;

/** Asks for the explanation of a turn. */
export function loadExplanation(client: ApiClient, turnId: string): Promise<Explanation> {
  return client.ask(`/turns/${encodeURIComponent(turnId)}/why`, explanationSchema);
}

/** The explanation of a turn as text for a person. */
export async function explainTurn(client: ApiClient, turnId: string): Promise<string> {
  return renderExplanation(await loadExplanation(client, turnId));
}
