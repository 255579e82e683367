import { type HookView, hookViewSchema, idSchema, pageSchema } from '@salience/contracts';
import { usageError } from '@salience/supervisor/home';
import type { ApiClient } from '../client/api-client.ts';

/** The hooks of the agent, by name. */
export async function hooksOf(client: ApiClient): Promise<HookView[]> {
  return (await client.ask('/hooks', pageSchema(hookViewSchema).pick({ items: true }))).items;
}

/** The address of a hook in the API, by its id or its name. Throws `cli.usage` where no hook has this name. */
export async function hookPath(client: ApiClient, named: string): Promise<string> {
  if (idSchema('hook').safeParse(named).success) return `/hooks/${named}`;
  const found = (await hooksOf(client)).find(({ name }) => name === named);
  if (found !== undefined) return `/hooks/${found.hook_id}`;
  throw usageError(`Expected the name or id of a hook, got "${named}". "./salience hook list" shows them.`);
}
