/**
 * Topic switches in dialogues, decided online from the past only. Usage: node topic-switch.ts --rows FILE [--models FOLDER]
 * A row: {utterances: [{text}], boundary: [0/1]}. Without a folder for the embedding model the words alone decide.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { CALIBRATIONS, createEmbedder, prepareEmbeddingModel, USE_LITE_ID } from '@salience/embeddings';
import { freshBoundaryState, stepBoundary } from '@salience/topics';

interface Row {
  readonly utterances: readonly { readonly text: string }[];
  readonly boundary: readonly (0 | 1)[];
}

interface Counts {
  hits: number;
  said: number;
  meant: number;
  all: number;
}

const { values } = parseArgs({ options: { rows: { type: 'string' }, models: { type: 'string' } } });
if (values.rows === undefined) throw new Error('Expected --rows FILE with one JSON row a line.');
const rows = readFileSync(values.rows, 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as Row);

if (values.models !== undefined) await prepareEmbeddingModel({ cacheDir: values.models });
const embedder = values.models === undefined ? undefined : createEmbedder({ cacheDir: values.models });
const calibration = embedder?.calibration ?? CALIBRATIONS[USE_LITE_ID];

/** One message a minute, so that no silence decides. */
const stepMs = 60_000;

async function countRow(row: Row, counts: Counts): Promise<void> {
  let state = freshBoundaryState;
  for (const [index, { text }] of row.utterances.entries()) {
    const vector = embedder === undefined ? null : await embedder.embed(text.toLowerCase());
    const result = stepBoundary(state, { text, vector, now: index * stepMs, calibration });
    state = result.next;
    if (index === 0) continue;
    counts.all += 1;
    counts.said += result.boundary ? 1 : 0;
    counts.meant += row.boundary[index] ?? 0;
    counts.hits += result.boundary && row.boundary[index] === 1 ? 1 : 0;
  }
}

const counts: Counts = { hits: 0, said: 0, meant: 0, all: 0 };
for (const row of rows) await countRow(row, counts);
await embedder?.close();
const f1 = (hits: number, said: number, meant: number) => ((2 * hits) / (said + meant)).toFixed(3);
console.log(
  `${rows.length} dialogues, ${counts.all} decisions, ${embedder?.modelId ?? 'words only'}: F1 ${f1(counts.hits, counts.said, counts.meant)}, precision ${(counts.hits / counts.said).toFixed(3)}, recall ${(counts.hits / counts.meant).toFixed(3)}`,
);
console.log(`always "switch": F1 ${f1(counts.meant, counts.all, counts.meant)}`);
