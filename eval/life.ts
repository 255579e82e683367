/**
 * A life of 25 turns over ten simulated days, in three languages and a zone that is not the machine's, through the real processes before
 * a model that answers each turn as a very good one would: what is it sent, how often is it asked, and is what it is told true?
 *
 *   node eval/life.ts --out FILE [--quality poor] [--against FILE] [--turns N] [--seed 1] [--tokenizer MODULE] [--env NAME=VALUE]
 *                     [--prompts FOLDER]
 *
 * With `--quality poor` the same answers come as a small model writes them, and what memory keeps is compared with the life of good
 * answers: the one in the file of `--against`, else one that is lived first. MODULE is a tokenizer: it exports `encode(text)`. `--env`
 * is told to the apps besides, `--prompts` is where each request goes as a text. Prints tables, and writes all of it as JSON.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { startPrivatePostgres } from '@salience/embedded';
import { databaseHandle, prepareDatabase, preparedModelCache, scratchFolder } from '@salience/testing';
import { pablo } from './lives/pablo.ts';
import { goodHabits, type Habits, poorHabits } from './src/lives/habits.ts';
import { rightItems } from './src/lives/kept.ts';
import type { Asked } from './src/lives/life-model.ts';
import { live } from './src/lives/live.ts';
import { type CountTokens, type Figures, measure } from './src/lives/measure.ts';
import { reportOf } from './src/lives/report.ts';

const { values } = parseArgs({
  options: {
    out: { type: 'string' },
    quality: { type: 'string', default: 'good' },
    against: { type: 'string' },
    turns: { type: 'string' },
    seed: { type: 'string', default: '1' },
    tokenizer: { type: 'string' },
    env: { type: 'string', multiple: true, default: [] },
    prompts: { type: 'string' },
  },
});
if (values.out === undefined) throw new Error('Name the file for the figures by --out.');
const out = values.out;
const turns = values.turns === undefined ? undefined : Number(values.turns);

/** What is written of one life. */
interface Written {
  readonly quality: string;
  readonly figures: Figures;
  /** Right items in memory. */
  readonly kept: readonly string[];
}

const loopingTurn = 'weather';

const folder = scratchFolder('life');
const postgres = await startPrivatePostgres({ dataDir: join(folder, 'postgres'), endWithCaller: true });
try {
  await preparedModelCache();
  const counted = await tokenizer(values.tokenizer);
  const good =
    values.quality === 'poor' && values.against !== undefined
      ? goodIn(values.against)
      : await lifeOf('good', goodHabits, counted);
  const all =
    values.quality === 'poor'
      ? [good, await lifeOf('poor', poorHabits(Number(values.seed), loopingTurn), counted)]
      : [good];
  const poor = all.find(({ quality }) => quality === 'poor');
  const lost = poor === undefined ? undefined : good.kept.filter((item) => !poor.kept.includes(item));
  writeFileSync(out, `${JSON.stringify({ lives: all, ...(lost === undefined ? {} : { lost }) }, null, 1)}\n`);
  if (lost !== undefined)
    process.stdout.write(`\nKept of good answers and not of poor ones: ${lost.length}\n${lost.join('\n')}\n`);
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function lifeOf(quality: string, habits: Habits, counted: CountTokens | undefined): Promise<Written> {
  await prepareDatabase(postgres.url(), quality);
  const database = databaseHandle(postgres.url(), quality);
  try {
    const lived = await live(pablo, database, habits, {
      turns,
      env: Object.fromEntries(values.env.map(pairOf)),
    });
    if (values.prompts !== undefined) writePrompts(join(values.prompts, quality), lived.asked);
    const figures = measure(pablo, lived, { counted, invented: habits.invented });
    process.stdout.write(`${reportOf(`${pablo.name}, answers of a ${quality} model`, figures)}\n`);
    const kept = rightItems(lived.asked, lived.kept)
      .filter((item) => item.kept)
      .map(({ kind, says, turn }) => `${turn}: ${kind}: ${says}`);
    return { quality, figures, kept };
  } finally {
    await database.close();
  }
}

function writePrompts(to: string, asked: readonly Asked[]): void {
  mkdirSync(to, { recursive: true });
  for (const [index, { about = 'nobody', prompt, role }] of asked.entries())
    writeFileSync(
      join(to, `${String(index + 1).padStart(3, '0')}-${role}-${about.replace(':', '-')}.txt`),
      prompt,
    );
}

function goodIn(file: string): Written {
  const { lives } = JSON.parse(readFileSync(file, 'utf8')) as { lives: readonly Written[] };
  const good = lives.find(({ quality }) => quality === 'good');
  if (good === undefined) throw new Error(`${file} holds no life of good answers.`);
  return good;
}

function pairOf(text: string): [string, string] {
  const at = text.indexOf('=');
  if (at < 1) throw new Error(`Expected --env as NAME=VALUE, got "${text}".`);
  return [text.slice(0, at), text.slice(at + 1)];
}

async function tokenizer(module: string | undefined): Promise<CountTokens | undefined> {
  if (module === undefined) return undefined;
  const { encode } = (await import(pathToFileURL(resolve(module)).href)) as {
    encode: (text: string) => readonly number[];
  };
  return (text) => encode(text).length;
}
