import { promptExchange } from '@salience/context';
import { acceptChunk, acceptConcepts, formEpisode, keepAsAsked } from '@salience/memory';
import type { Models } from '@salience/models';
import type { TurnRow } from '../memory/rows.ts';
import { spoken } from '../memory/rows.ts';

/** What was found, one text an item: its kind, where it was found and what it says. */
export interface FoundItem {
  readonly kind: string;
  readonly text: string;
}

/** Milliseconds of processor time of this process, by part. */
export type CpuByPart = Record<'chunks' | 'concepts' | 'episodes', number>;

/** Turns of a stretch; an end that is shorter than `stretchMin` belongs to the stretch before. */
const stretchLength = 5;
const stretchMin = 3;
const saidAt = new Date('2026-03-02T09:00:00Z');

/** Everything that is kept of a session with the models given: chunk by chunk, then by stretches of five turns. */
export async function findInSession(
  models: Pick<Models, 'chunk' | 'concept' | 'episode'>,
  turns: readonly TurnRow[],
  cpu: CpuByPart,
): Promise<FoundItem[]> {
  const conv = turns[0]?.conv;
  const found: FoundItem[] = [];
  for (const stretch of stretchesOf(turns)) {
    const add = (kind: string, where: string, ...parts: readonly unknown[]): void => {
      found.push({ kind, text: JSON.stringify([kind, conv, where, ...parts]) });
    };
    const chunks = await timed(cpu, 'chunks', () =>
      Promise.all(
        stretch.map((exchange, n) => chunkOf(models, exchange, stretch.slice(Math.max(0, n - 2), n))),
      ),
    );
    for (const [n, { entities, facts, gists, scope, sentiment, times, traits }] of chunks.entries()) {
      const where = stretch[n]?.id ?? '';
      for (const { key, subject, value } of facts) add('facts', where, subject, key, value);
      for (const { content, type } of gists) add('gists', where, type, content);
      for (const { name, type } of entities) add('names', where, name, type);
      for (const { key, person, value } of traits) add('traits', where, person, key, value);
      for (const { text } of times) add('times', where, text);
      add('manner', where, sentiment?.value ?? null, scope?.label ?? null);
    }
    const episode = await timed(cpu, 'episodes', () => episodeOf(models, stretch, chunks));
    const place = stretch[0]?.id ?? '';
    for (const part of ['gist', 'intent', 'outcome', 'openLoops', 'salience'] as const)
      add('episodes', place, part, episode[part]);
    const { concepts, relations } = await timed(cpu, 'concepts', () => conceptsOf(models, stretch, episode));
    for (const { aliases, definition, kind, name } of concepts) {
      add('concepts', place, name, kind);
      if (definition !== null) add('definitions', place, name, definition.text);
      for (const alias of aliases) add('aliases', place, name, alias);
    }
    for (const { from, to, type } of relations)
      add('relations', place, concepts[from]?.name, type, concepts[to]?.name);
  }
  return found;
}

function stretchesOf(turns: readonly TurnRow[]): Exchange[][] {
  const exchanges = turns.map(exchangeOf);
  const count = Math.max(1, Math.floor((turns.length + stretchLength - stretchMin) / stretchLength));
  return Array.from({ length: count }, (_, n) =>
    exchanges.slice(n * stretchLength, n === count - 1 ? undefined : (n + 1) * stretchLength),
  );
}

type Exchange = ReturnType<typeof exchangeOf>;

function exchangeOf(turn: TurnRow, seq: number) {
  return {
    id: `${turn.session}.${turn.turn}`,
    seq,
    message: spoken(turn),
    reply: null,
    speaker: turn.speaker,
    topicId: null,
    trust: 'user',
    replyTrust: null,
    source: 'eval',
    saidAt,
    zone: 'UTC',
    chunked: true,
  } as const;
}

async function chunkOf(models: Pick<Models, 'chunk'>, exchange: Exchange, before: readonly Exchange[]) {
  const { object } = await models.chunk({
    exchange: promptExchange(exchange),
    neighbours: before.map(promptExchange),
    worldState: [],
  });
  const beside = before.map(({ message: text, trust }) => ({ text, trust }));
  const source = { ...exchange, beside, world: [] };
  return keepAsAsked(acceptChunk(object, source), source);
}

async function episodeOf(
  models: Pick<Models, 'episode'>,
  stretch: readonly Exchange[],
  chunks: readonly Awaited<ReturnType<typeof chunkOf>>[],
) {
  const { object } = await models.episode({
    exchanges: stretch.map(promptExchange),
    chunks: chunks.map(({ facts, gists, sentiment }, n) => ({
      exchangeId: stretch[n]?.id ?? '',
      sentiment: sentiment?.value ?? null,
      gists: gists.map(({ content }) => content),
      facts: facts.map(({ key, subject, value }) => `${subject} ${key.replaceAll('_', ' ')} ${value}`),
    })),
  });
  return formEpisode({ exchanges: stretch as never }, object, 'offline');
}

async function conceptsOf(
  models: Pick<Models, 'concept'>,
  stretch: readonly Exchange[],
  { gist, intent, outcome }: Awaited<ReturnType<typeof episodeOf>>,
) {
  const { object } = await models.concept({
    exchanges: stretch.map(promptExchange),
    told: [gist, intent, outcome].filter((text) => text !== '').join('\n'),
    known: [],
  });
  return acceptConcepts(
    object,
    stretch.map(({ message: text, saidAt: at, speaker, trust, zone }) => ({
      id: null,
      text,
      speaker,
      trust,
      at,
      zone,
    })),
  );
}

async function timed<T>(cpu: CpuByPart, part: keyof CpuByPart, work: () => Promise<T>): Promise<T> {
  const before = process.cpuUsage();
  const result = await work();
  const { system, user } = process.cpuUsage(before);
  cpu[part] += (user + system) / 1_000;
  return result;
}
