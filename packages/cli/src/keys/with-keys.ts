import type { KeyAdministration } from '@salience/supervisor/administration';
import { withAdministration } from '../administration.ts';
import { askOperator } from '../client/ask-operator.ts';
import type { Context } from '../context.ts';
import { note } from '../terminal.ts';
import { keysThroughApi } from './keys-through-api.ts';

/**
 * Runs `work` with the keys of agents and operators: through the API, and in the database where `askOperator` says so, or to make the
 * first operator key. Says when it is the database. Which of both it is, is settled before anything is changed.
 */
export async function withKeys<T>(
  context: Context,
  work: (keys: KeyAdministration) => Promise<T>,
  { makesOperatorKey = false } = {},
): Promise<T> {
  const asked = await askOperator(context, (client) => keysThroughApi(client).operatorKeys());
  const isFirst =
    makesOperatorKey && 'answer' in asked && !asked.answer.some(({ revokedAt }) => revokedAt === null);
  if ('client' in asked && !isFirst) return await work(keysThroughApi(asked.client));
  note(`In the database: ${'instead' in asked ? asked.instead : 'this is the first operator key'}.`);
  return await withAdministration(context, work);
}
