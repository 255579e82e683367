import { type DeadLetterView, deadLetterViewSchema, pageSchema } from '@salience/contracts';
import type { Context } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { colour, print, printJson, table } from '../terminal.ts';

/** `salience dead-letters list`: jobs that failed for good. */
export async function runDeadLetterList(
  context: Context,
  options: { readonly all?: boolean },
): Promise<number> {
  const client = await context.client();
  const page = await client.ask(
    '/dead-letters?limit=200',
    pageSchema(deadLetterViewSchema).pick({ items: true }),
  );
  const letters = page.items.filter(({ state }) => options.all === true || state === 'dead');
  if (context.json) printJson(letters);
  else if (letters.length === 0) print('No dead letters.');
  else {
    print(table(['dead letter', 'job', 'state', 'tries', 'since', 'code'], letters.map(cells)));
    for (const letter of letters) print(colour.dim(`${letter.dead_letter_id}: ${letter.error}`));
  }
  return exitCodes.ok;
}

/** `salience dead-letters retry|drop <id>`: settles one, once. */
export async function runDeadLetterSettle(
  context: Context,
  id: string,
  outcome: 'retry' | 'drop',
): Promise<number> {
  const client = await context.client();
  const path = `/dead-letters/${encodeURIComponent(id)}/${outcome}`;
  const letter = await client.ask(path, deadLetterViewSchema, { method: 'POST' });
  if (context.json) printJson(letter);
  else print(`${letter.dead_letter_id}: ${letter.state}`);
  return exitCodes.ok;
}

function cells(letter: DeadLetterView): string[] {
  return [
    letter.dead_letter_id,
    letter.job,
    letter.state,
    `${letter.attempts}`,
    letter.created_at,
    letter.code,
  ];
}
