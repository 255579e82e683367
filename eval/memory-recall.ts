/**
 * Does memory search find the evidence? Asks every scored question about the replayed conversations through
 * GET /memory/search and prints turn recall@10, by category, as one JSON line.
 *
 *   salience replay TURNS && node eval/memory-recall.ts --turns TURNS --queries QUERIES [--url http://127.0.0.1:3300]
 *
 * Rows: turns `{conv, turn, text}`, queries `{conv, question, category, evidence: [turn], scored}`.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

interface TurnRow {
  readonly conv: string;
  readonly turn: string;
  readonly text: string;
}
interface QueryRow {
  readonly conv: string;
  readonly question: string;
  readonly category: string;
  readonly evidence: readonly string[];
  readonly scored: boolean;
}

const { values } = parseArgs({
  options: {
    turns: { type: 'string' },
    queries: { type: 'string' },
    url: { type: 'string', default: 'http://127.0.0.1:3300' },
  },
});
if (values.turns === undefined || values.queries === undefined) {
  process.stderr.write('usage: node eval/memory-recall.ts --turns FILE --queries FILE [--url URL]\n');
  process.exit(2);
}
const read = <T>(file: string): T[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);

const turnByText = new Map<string, string>();
for (const row of read<TurnRow>(values.turns)) turnByText.set(`${row.conv} ${row.text}`, row.turn);
const conversations = new Set([...turnByText.keys()].map((key) => key.split(' ')[0]));
const queries = read<QueryRow>(values.queries).filter((row) => row.scored && conversations.has(row.conv));

const recalls: { category: string; recall: number }[] = [];
let searchMs = 0;
for (const query of queries) {
  const parameters = new URLSearchParams({
    q: query.question,
    limit: '10',
    kind: 'exchange',
    thread_id: query.conv,
  });
  const from = performance.now();
  const response = await fetch(`${values.url}/memory/search?${parameters.toString()}`);
  searchMs += performance.now() - from;
  if (!response.ok) throw new Error(`expected hits, got ${response.status}: ${await response.text()}`);
  const { items } = (await response.json()) as { items: { text: string }[] };
  const found = new Set(items.map((item) => turnByText.get(`${query.conv} ${item.text}`)));
  recalls.push({
    category: query.category,
    recall: query.evidence.filter((turn) => found.has(turn)).length / query.evidence.length,
  });
}
const mean = (rows: readonly { recall: number }[]): number =>
  Math.round((1_000 * rows.reduce((sum, row) => sum + row.recall, 0)) / rows.length) / 10;
const categories = [...new Set(recalls.map((row) => row.category))].sort();
process.stdout.write(
  `${JSON.stringify({
    questions: recalls.length,
    turnRecallAt10: mean(recalls),
    byCategory: Object.fromEntries(
      categories.map((name) => [name, mean(recalls.filter((row) => row.category === name))]),
    ),
    searchMsMean: Math.round((10 * searchMs) / recalls.length) / 10,
  })}\n`,
);
