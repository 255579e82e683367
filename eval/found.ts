/**
 * What the offline responder finds in whole conversations, held to what it found before: facts, names, concepts and relations that are
 * kept of every turn.
 *
 *   node eval/found.ts --turns TURNS [--write]
 *
 * Rows: turns `{conv, session, turn, speaker, text, caption?}`. Prints one line of JSON: by kind how many items were found before and how
 * many of them are found now, and the milliseconds of processor time a turn takes, by part. `--write` keeps what is found now as the
 * digests in `found/digests.json`. Exit 1 where less than 98 % of a kind is found again.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createModels } from '@salience/models';
import { type CpuByPart, findInSession, type FoundItem } from './src/found/find.ts';
import { compareFound, type FoundHashes, hashesOf } from './src/found/hashes.ts';
import { readJsonLines, type TurnRow } from './src/memory/rows.ts';

/** Per cent of what was found before that is found still. */
const shareMin = 98;
const kept = new URL('found/digests.json', import.meta.url);

const { values } = parseArgs({
  options: { turns: { type: 'string' }, write: { type: 'boolean', default: false } },
});
if (values.turns === undefined) {
  process.stderr.write('usage: node eval/found.ts --turns FILE [--write]\n');
  process.exit(2);
}
const turns = readJsonLines<TurnRow>(values.turns);
const models = createModels({ default: { kind: 'offline' } });
await models.warmUp(['chunk', 'episode', 'concept']);
const cpu: CpuByPart = { chunks: 0, episodes: 0, concepts: 0 };
const items: FoundItem[] = [];
for (const session of Map.groupBy(turns, ({ conv, session: name }) => `${conv} ${name}`).values())
  items.push(...(await findInSession(models, session, cpu)));
const now = hashesOf(items);
if (values.write) writeFileSync(kept, `${JSON.stringify(now, null, 1)}\n`);
const compared = compareFound(JSON.parse(readFileSync(kept, 'utf8')) as FoundHashes, now);
const cpuMsPerTurn = Object.fromEntries(
  Object.entries(cpu).map(([part, ms]) => [part, Math.round((1_000 * ms) / turns.length) / 1_000]),
);
process.stdout.write(`${JSON.stringify({ turns: turns.length, compared, cpuMsPerTurn })}\n`);
process.exitCode = Object.values(compared).every(({ share }) => share >= shareMin) ? 0 : 1;
