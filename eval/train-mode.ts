/**
 * Chooses the weights by which the shipped policy reads fragments, and says what they do in kinds of talk that they were not chosen
 * on. Usage: node eval/train-mode.ts --rows mode.jsonl --models FOLDER
 *
 * Rows are those of `eval mode` with one acceptable mode, without those about asking back. A part is a `domain`; the rows of a set without domains are
 * two parts, every other `group` in each. Each part is left out in turn: weights are the pair of the grid with the best mean macro-F1 over the other
 * parts, the smaller one of equals. What a fragment shares with statements counts as the policy ships it. The last line chooses on all parts; nothing is written.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { modeSchema } from '@salience/contracts';
import { createEmbedder, prepareEmbeddingModel } from '@salience/embeddings';
import {
  buildSignals,
  coldSnapshot,
  decide,
  extractCues,
  freshRouterState,
  type Policy,
  readLikeness,
  shippedPolicy,
  type Signals,
} from '@salience/router';
import { z } from 'zod';
import { type Judged, overallFigures } from './src/decisions/figures.ts';
import { readRows } from './src/decisions/read-rows.ts';

const rowSchema = z.object({
  set: z.string().default('rows'),
  domain: z.string().nullish(),
  group: z.string().nullish(),
  text: z.string(),
  gold: z.array(modeSchema).min(1),
  strict: z.boolean().default(true),
  /** Rows about asking back are another decision's. */
  clarify: z.number().nullish(),
});
type Row = z.infer<typeof rowSchema>;

const grid = [0, 0.5, 1, 1.5, 2, 2.5, 3];

interface Pair {
  readonly fragment: number;
  readonly likeness: number;
}

const { values } = parseArgs({ options: { rows: { type: 'string' }, models: { type: 'string' } } });
if (values.rows === undefined || values.models === undefined)
  throw new Error(
    'Expected --rows FILE with one JSON row a line and --models FOLDER for the embedding model.',
  );
const rows = (readRows(readFileSync(values.rows, 'utf8'), rowSchema) as Row[]).filter(
  ({ clarify, strict }) => strict && clarify === undefined,
);

await prepareEmbeddingModel({ cacheDir: values.models });
const embedder = createEmbedder({ cacheDir: values.models });
const signals = new Map<string, Signals>();
for (const { text } of rows) {
  if (signals.has(text)) continue;
  const cues = extractCues(text);
  const vector = text.trim() === '' ? undefined : await embedder.embed(text);
  const likeness = readLikeness({ vector, modelId: embedder.modelId, cues });
  signals.set(text, buildSignals(cues, { ...coldSnapshot, likeness }));
}
await embedder.close();

const groups = [...new Set(rows.map(({ group }) => group ?? ''))].toSorted();
const places = new Map(groups.map((group, place) => [group, place]));
const parts = Map.groupBy(rows, ({ domain, group, set }) =>
  domain ? `${set} ${domain}` : `${set} ${(places.get(group ?? '') ?? 0) % 2 === 0 ? 'half' : 'other half'}`,
);

function policyOf({ fragment, likeness }: Pair): Policy {
  const weights = {
    ...shippedPolicy.weights,
    'act.fragment': fragment,
    'act.fragment_likeness': likeness,
  };
  return { ...shippedPolicy, weights };
}

function judged(part: readonly Row[], policy: Policy): Judged[] {
  return part.map(({ gold, group, text }) => {
    const { mode } = decide(signals.get(text) as Signals, policy, freshRouterState);
    const right = gold.includes(mode) ? mode : (gold[0] as string);
    return { gold: right, decided: mode, ...(group ? { group } : {}) };
  });
}

/** Macro-F1 without intervals: they would cost a thousand times as much. */
function macroF1(judgements: readonly Judged[]): number {
  const counts = new Map<string, { hits: number; said: number; meant: number }>();
  const of = (name: string) => {
    const found = counts.get(name) ?? { hits: 0, said: 0, meant: 0 };
    counts.set(name, found);
    return found;
  };
  for (const { decided, gold } of judgements) {
    of(decided).said += 1;
    of(gold).meant += 1;
    if (decided === gold) of(gold).hits += 1;
  }
  const meant = [...counts.values()].filter((one) => one.meant > 0);
  return meant.reduce((sum, one) => sum + (2 * one.hits) / (one.said + one.meant), 0) / meant.length;
}

const pairs = grid.flatMap((fragment) => grid.map((likeness): Pair => ({ fragment, likeness })));
const scores = pairs.map((pair) => {
  const policy = policyOf(pair);
  return new Map([...parts].map(([name, part]) => [name, macroF1(judged(part, policy))]));
});

function choose(names: readonly string[]): Pair {
  const mean = (at: number) => names.reduce((sum, name) => sum + (scores[at]?.get(name) ?? 0), 0);
  const best = Math.max(...pairs.map((_, at) => mean(at)));
  const close = pairs.filter((_, at) => mean(at) >= best - 1e-9);
  return close.toSorted((a, b) => a.fragment + a.likeness - b.fragment - b.likeness)[0] as Pair;
}

function line(name: string, pair: Pair): string {
  const part = parts.get(name) ?? [];
  const { acceptable, macroF1: value, macroF1Interval } = overallFigures(judged(part, policyOf(pair)));
  const asked = judged(part, policyOf(pair)).filter(({ decided }) => decided === 'CLARIFY').length;
  return JSON.stringify({
    leftOut: name,
    chosen: pair,
    n: part.length,
    macroF1: value,
    macroF1Interval,
    acceptable,
    asked: asked / part.length,
    without: macroF1(judged(part, policyOf({ fragment: 0, likeness: 0 }))),
  });
}

const names = [...parts.keys()];
for (const name of names)
  process.stdout.write(`${line(name, choose(names.filter((other) => other !== name)))}\n`);
process.stdout.write(`${JSON.stringify({ leftOut: null, chosen: choose(names) })}\n`);
