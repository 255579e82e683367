// Past turns run again, offline: the same decisions bit for bit, contexts by hash, answers word for word, and no effect of any kind.
// `node test/long/rerun.ts --turns 1000 --rows FILE[,FILE…]` talks through the real processes first; rows are JSON lines with `text`.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { printReport, startStores } from '@salience/testing/load';
import { backends, choiceFrom, countFrom } from '../support/arguments.ts';
import { runRerun } from './rerun/run-rerun.ts';
import { type Line, ownTalk, rowsOf } from './rerun/talk.ts';

const text = (fallback: string) => ({ type: 'string', default: fallback }) as const;
const { values } = parseArgs({
  options: { backend: text('postgres'), turns: text('1000'), rows: text(''), 'per-thread': text('12') },
});

function linesOf(files: string, perThread: number): Line[] {
  const named = files.split(',').filter((file) => file !== '');
  return named.flatMap((file) => rowsOf(readFileSync(file, 'utf8'), basename(file), perThread));
}

/** Our own talk, then as many rows of each file in turn as are missing. */
function talkOf(count: number): Line[] {
  const rows = linesOf(values.rows, countFrom(values, 'per-thread'));
  const step = Math.max(1, Math.floor(rows.length / Math.max(1, count - ownTalk.length)));
  return [...ownTalk, ...rows.filter((_, n) => n % step === 0)].slice(0, count);
}

await printReport(
  async () => {
    const stores = await startStores(
      choiceFrom(values, 'backend', backends),
      process.env['SALIENCE_TEST_REDIS_SERVER'],
    );
    const begun = performance.now();
    const say = (line: string) =>
      void process.stderr.write(`${((performance.now() - begun) / 1_000).toFixed(1)} s: ${line}\n`);
    try {
      const talk = talkOf(countFrom(values, 'turns'));
      return await runRerun({ database: stores.database, queues: { env: stores.env }, talk, say });
    } finally {
      await stores.stop();
    }
  },
  ({ answers_differ, contexts_differ, decisions_differ, effects, what_if }) =>
    answers_differ.length +
      contexts_differ.length +
      decisions_differ.length +
      effects.length +
      what_if.changed ===
    0,
);
