import { readJsonLines } from '../memory/rows.ts';
import type { LabelledExchange } from './judge-items.ts';

/** Labelled exchanges: those that the rules were written with (`known`), or the last ones, which were written after them. */
export function readLabelled(part: 'known' | 'fresh'): LabelledExchange[] {
  return readJsonLines<LabelledExchange>(new URL(`../../acceptance/${part}.jsonl`, import.meta.url).pathname);
}
