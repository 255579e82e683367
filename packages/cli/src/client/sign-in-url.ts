import { type emptyBodySchema, sessionCodeViewSchema } from '@salience/contracts';
import type { z } from 'zod';
import type { ApiClient } from './api-client.ts';

/**
 * The address of the page with a code that signs a browser in, once and for minutes. The code stands in the fragment, which no
 * server is sent and no log has. Throws what the server says, when it does not take this caller for the person.
 */
export async function signInUrl(client: ApiClient): Promise<string> {
  const body: z.input<typeof emptyBodySchema> = {};
  const { code } = await client.ask('/session/codes', sessionCodeViewSchema, { method: 'POST', body });
  return `${client.address.url}/#code=${code}`;
}
