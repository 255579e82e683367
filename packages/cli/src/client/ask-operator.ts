import { isSalienceError } from '@salience/errors';
import { readRun } from '@salience/supervisor/home';
import type { Context } from '../context.ts';
import type { ApiClient } from './api-client.ts';

/** The API that answered a question, with its answer; or why a command goes on in the database instead. */
export type Asked<T> = { readonly client: ApiClient; readonly answer: T } | { readonly instead: string };

/**
 * Asks a question of the operator's routes. Where the API is away, or asks for an operator key while none is set, the database of the
 * same installation takes its place: the first key is made there, and another when the last one was lost. Throws every other refusal.
 */
export async function askOperator<T>(
  context: Context,
  question: (client: ApiClient) => Promise<T>,
): Promise<Asked<T>> {
  const client = await context.operatorClient();
  try {
    return { client, answer: await question(client) };
  } catch (error) {
    const instead = reasonOf(context, error);
    if (instead === undefined || !mayBelong(context, client)) throw error;
    return { instead };
  }
}

/** Whether the database is that of the Salience that is asked: what another one says or does would be worse than nothing. */
export function mayBelong({ env, home, namesUrl }: Context, client: ApiClient): boolean {
  return env.databaseUrl !== undefined || !namesUrl || readRun(home.runFile)?.url === client.address.url;
}

function reasonOf({ env }: Context, error: unknown): string | undefined {
  if (!isSalienceError(error)) return undefined;
  if (error.code === 'cli.not-running') return 'the API does not answer';
  if (env.operatorKey !== undefined) return undefined;
  if (error.code !== 'operator.required' && error.code !== 'person.required') return undefined;
  return 'the API requires an operator key, and SALIENCE_OPERATOR_KEY is not set';
}
