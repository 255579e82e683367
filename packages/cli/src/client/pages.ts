import { pageSchema } from '@salience/contracts';
import type { z } from 'zod';
import type { ApiClient } from './api-client.ts';

/** The most that a page holds. */
const pageMax = 200;

/** Everything that a list of the API has, page after page, as far as it is read. Parameters without a value are left out. */
export async function* itemsOf<T extends z.ZodType>(
  client: ApiClient,
  path: string,
  schema: T,
  parameters: Readonly<Record<string, string | undefined>> = {},
): AsyncGenerator<z.output<T>> {
  const query = new URLSearchParams({ limit: `${pageMax}` });
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.set(name, value);
  for (;;) {
    const page = await client.ask(`${path}?${query.toString()}`, pageSchema(schema));
    yield* page.items as z.output<T>[];
    if (page.next === null) return;
    query.set('cursor', page.next);
  }
}

/** The first so many of them. */
export async function firstOf<T>(items: AsyncIterable<T>, most: number): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) {
    if (found.length >= most) break;
    found.push(item);
  }
  return found;
}
