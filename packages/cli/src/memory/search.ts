import { memoryHitSchema, pageSchema } from '@salience/contracts';
import type { Context } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { colour, print, printJson } from '../terminal.ts';
import { oneLine } from './one-line.ts';

/** `salience memory search <question>`. Finding reinforces nothing. */
export async function runMemorySearch(
  context: Context,
  question: string,
  options: { readonly limit: string; readonly kind?: string; readonly asOf?: string },
): Promise<number> {
  const query = new URLSearchParams({ q: question, limit: options.limit });
  if (options.kind !== undefined) query.set('kind', options.kind);
  if (options.asOf !== undefined) query.set('as_of', options.asOf);
  const client = await context.client();
  const { items } = await client.ask(
    `/memory/search?${query.toString()}`,
    pageSchema(memoryHitSchema).pick({ items: true }),
  );
  if (context.json) printJson(items);
  else if (items.length === 0) print('Nothing is remembered of that.');
  for (const hit of context.json ? [] : items) {
    const why = Object.entries(hit.why).map(([factor, value]) => `${factor} ${value.toFixed(2)}`);
    print(`${hit.score.toFixed(2)}  ${hit.at.slice(0, 10)}  ${oneLine(hit.text, 100)}`);
    print(colour.dim(`      ${hit.id}  ${why.join(', ')}`));
  }
  return exitCodes.ok;
}
