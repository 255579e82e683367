import { hash } from 'node:crypto';
import type { FoundItem } from './find.ts';

/** What was found, by kind: the first 32 bits of the digest of each item, sorted, in base64. */
export type FoundHashes = Readonly<Record<string, string>>;

const bytesEach = 4;

/** The digests of what was found. They tell that two runs found the same, and nothing of what it was. */
export function hashesOf(items: readonly FoundItem[]): FoundHashes {
  const kinds = Map.groupBy(items, ({ kind }) => kind);
  return Object.fromEntries(
    [...kinds]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([kind, some]) => {
        const digests = some.map(({ text }) => hash('sha256', text, 'buffer').subarray(0, bytesEach));
        return [kind, Buffer.concat(digests.toSorted((a, b) => a.compare(b))).toString('base64')];
      }),
  );
}

/** Of one kind: how much was found before, how much of it is found now, and what is found now and was not before. */
export interface FoundShare {
  readonly before: number;
  readonly kept: number;
  readonly added: number;
  /** Per cent of what was found before. */
  readonly share: number;
}

/** Compares what is found now with what was found before, kind by kind. An item found twice counts twice. */
export function compareFound(before: FoundHashes, now: FoundHashes): Record<string, FoundShare> {
  const kinds = [...new Set([...Object.keys(before), ...Object.keys(now)])].toSorted();
  return Object.fromEntries(
    kinds.map((kind) => {
      const old = listOf(before[kind]);
      const open = new Map<string, number>();
      for (const one of listOf(now[kind])) open.set(one, (open.get(one) ?? 0) + 1);
      let kept = 0;
      for (const one of old) {
        const left = open.get(one) ?? 0;
        if (left === 0) continue;
        open.set(one, left - 1);
        kept += 1;
      }
      const added = [...open.values()].reduce((sum, count) => sum + count, 0);
      const share = old.length === 0 ? 100 : Math.floor((10_000 * kept) / old.length) / 100;
      return [kind, { before: old.length, kept, added, share }];
    }),
  );
}

function listOf(hashes = ''): string[] {
  const bytes = Buffer.from(hashes, 'base64');
  return Array.from({ length: bytes.length / bytesEach }, (_, at) =>
    bytes.toString('hex', at * bytesEach, (at + 1) * bytesEach),
  );
}
