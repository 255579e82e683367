import { type ForgettingView, forgettingViewSchema, keptItemSchema } from '@salience/contracts';
import { asPerson, until } from '@salience/testing';
import type { Stores } from '@salience/testing/load';
import { runCli } from './run-cli.ts';
import { secretPerson, secretWords } from './secret.ts';

/** What it took to have a secret forgotten. */
export interface Forgotten {
  /** Requests, by what they named. */
  readonly requests: Readonly<Record<string, number>>;
  /** What went, by kind. */
  readonly counts: Readonly<Record<string, number>>;
}

/** What nobody would have forgotten in so many rounds never goes. */
const roundsMax = 10;

/**
 * Forgets as the playbook says: the person by name, then, as long as the export still tells of it, exchange by exchange and at last
 * item by item. All over HTTP, the first of them by the command line.
 */
export async function forgetSecret(url: string, stores: Stores): Promise<Forgotten> {
  const requests = { person: 1, exchange: 0, item: 0 };
  const counts: Record<string, number> = {};
  const gone = (view: ForgettingView): void => {
    for (const [kind, count] of Object.entries(view.counts)) counts[kind] = (counts[kind] ?? 0) + count;
  };
  const byName = ['memory', 'forget', '--person', secretPerson, '--yes', '--json'];
  gone(forgettingViewSchema.parse(JSON.parse(await runCli(byName, { SALIENCE_URL: url }))));
  for (let round = 0; ; round += 1) {
    const left = await keptOfSecret(url);
    if (left.length === 0) break;
    if (round === roundsMax)
      throw new Error(`Still kept after ${roundsMax} rounds: ${JSON.stringify(left.slice(0, 3))}`);
    const exchanges = left.filter(({ kind }) => kind === 'exchange');
    // What was made of an exchange goes with it.
    for (const { id, kind } of exchanges.length > 0 ? exchanges : left) {
      const view = await forget(url, id);
      if (view === undefined) continue;
      requests[kind === 'exchange' ? 'exchange' : 'item'] += 1;
      gone(view);
    }
  }
  await watchIsOver(stores);
  return { requests, counts };
}

/** Everything that the export tells of the secret. */
async function keptOfSecret(url: string): Promise<{ kind: string; id: string }[]> {
  const response = await fetch(`${url}/memory/export`, { headers: asPerson });
  const lines = (await response.text()).trimEnd().split('\n');
  const { kind } = JSON.parse(lines.at(-1) as string) as { kind: string };
  if (kind !== 'end') throw new Error('The export ended before its end.');
  return lines
    .slice(0, -1)
    .filter((line) => holdsSecret(line))
    .map((line) => keptItemSchema.parse(JSON.parse(line)));
}

/** Whether a text holds a word of the secret, whatever its case. */
export function holdsSecret(text: string): boolean {
  const lower = text.toLowerCase();
  return secretWords.some((word) => lower.includes(word.toLowerCase()));
}

/** Resolves when all of it is gone, with what went; undefined when it was gone already. */
async function forget(url: string, id: string): Promise<ForgettingView | undefined> {
  const response = await fetch(`${url}/memory/forget`, {
    method: 'POST',
    headers: { ...asPerson, 'content-type': 'application/json' },
    body: JSON.stringify({ scope: 'item', target: id, reason: 'days' }),
  });
  // Gone with one of those before it.
  if (response.status === 404 || response.status === 410) return undefined;
  if (!response.ok)
    throw new Error(`POST /memory/forget answered ${response.status}: ${await response.text()}`);
  let view = forgettingViewSchema.parse(await response.json());
  const isGone = async (): Promise<boolean> => {
    if (view.gone_at !== null) return true;
    view = forgettingViewSchema.parse(await (await fetch(`${url}/memory/forget/${view.forget_id}`)).json());
    return view.gone_at !== null;
  };
  await until(isGone, { what: 'it to be gone', timeoutMs: 120_000, everyMs: 200 });
  return view;
}

/** Ends the fifteen minutes in which late workers are watched for, and waits for the look that is taken then. */
async function watchIsOver({ database }: Stores): Promise<void> {
  await database.admin('update salience.forget_requests set watch_until = now() where watch_until > now()');
  await until(
    async () =>
      (await database.admin("select 1 from salience.forget_requests where state <> 'done'")).length === 0,
    { what: 'the scheduler to finish what was forgotten', timeoutMs: 120_000 },
  );
}
