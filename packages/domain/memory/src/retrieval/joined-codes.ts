import type { CodeIndex, NearItem } from './code-index.ts';

/** What a search asks of sign codes. */
export type SearchedCodes = Pick<CodeIndex, 'cosine' | 'nearest'>;

/** Two indexes of codes, searched like one; an item is in one of them. */
export function joinCodes(held: SearchedCodes, further: SearchedCodes): SearchedCodes {
  return {
    cosine: (id, code) => held.cosine(id, code) ?? further.cosine(id, code),
    nearest(code, limit, kinds) {
      const all: NearItem[] = [...held.nearest(code, limit, kinds), ...further.nearest(code, limit, kinds)];
      return all.toSorted((one, other) => other.cosine - one.cosine).slice(0, limit);
    },
  };
}
