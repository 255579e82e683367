import { readJsonLines } from '../memory/rows.ts';
import type { LabelledExchange } from './judge-items.ts';

/** One half of the labelled exchanges: rules were written with the first at hand, the second was written after them. */
export function readHalf(half: 'first' | 'second'): LabelledExchange[] {
  return readJsonLines<LabelledExchange>(new URL(`../../acceptance/${half}.jsonl`, import.meta.url).pathname);
}
