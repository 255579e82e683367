import type { ChunkObject } from './chunk-object.ts';
import type { Asked } from './life-model.ts';
import type { KeptRows } from './live.ts';

/** Something right that was proposed for memory. */
export interface RightItem {
  readonly turn: string;
  readonly kind: 'entity' | 'fact' | 'gist' | 'time' | 'trait';
  readonly says: string;
  readonly kept: boolean;
}

/** Every right item that was proposed for the exchanges of a life, each once, and whether it is in memory. */
export function rightItems(asked: readonly Asked[], rows: KeptRows): RightItem[] {
  const seen = new Set<string>();
  const found: RightItem[] = [];
  for (const one of asked) {
    for (const { chunk, turn } of chunksOf(one)) {
      for (const item of itemsOf(chunk, rows)) {
        const once = `${turn} ${item.kind} ${item.says}`;
        if (seen.has(once)) continue;
        seen.add(once);
        found.push({ turn, ...item });
      }
    }
  }
  return found;
}

/** The chunks that a call proposed, each with the turn that it is of. */
export function chunksOf({
  about,
  proposed,
  role,
  turns,
}: Asked): { readonly turn: string; readonly chunk: Partial<ChunkObject> }[] {
  if (role === 'chunk')
    return about === undefined ? [] : [{ turn: about, chunk: proposed as Partial<ChunkObject> }];
  if (role !== 'stretch') return [];
  const { exchanges = [] } = proposed as { readonly exchanges?: readonly Partial<ChunkObject>[] };
  return exchanges.map((chunk, at) => ({ turn: turns[at] ?? 'unknown', chunk }));
}

/** Values that nobody said and that stand in memory. */
export function keptInventions(invented: readonly string[], rows: KeptRows): string[] {
  return [...new Set(invented)].filter((value) =>
    [...rows.facts, ...rows.traits].some((row) => holds(row.value, value)),
  );
}

function itemsOf(chunk: Partial<ChunkObject>, rows: KeptRows): Omit<RightItem, 'turn'>[] {
  const { entities = [], facts = [], gists = [], times = [], traits = [] } = chunk;
  return [
    ...facts.map(({ key, subject, value }) => ({
      kind: 'fact' as const,
      says: `${subject} ${key} ${value}`,
      kept: rows.facts.some((row) => holds(row.value, value)),
    })),
    ...traits.map(({ ended, key, value }) => ({
      kind: 'trait' as const,
      says: `${key} ${value}${ended ? ' (ended)' : ''}`,
      kept: rows.traits.some((row) => holds(row.value, value) && (!ended || row.ended)),
    })),
    ...gists.map(({ content }) => ({
      kind: 'gist' as const,
      says: content,
      kept: rows.gists.some((row) => holds(row.content, content)),
    })),
    ...entities.map(({ name }) => ({
      kind: 'entity' as const,
      says: name,
      kept: rows.entities.some((row) => holds(row.name, name)),
    })),
    ...times.map(({ text }) => ({
      kind: 'time' as const,
      says: text,
      kept: rows.times.some((row) => holds(row.text, text)),
    })),
  ];
}

/** True where all words of the second stand in the first, however they are written and in whatever order. */
function holds(text: string, words: string): boolean {
  const there = new Set(wordsOf(text));
  return wordsOf(words).every((word) => there.has(word));
}

function wordsOf(text: string): string[] {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}
