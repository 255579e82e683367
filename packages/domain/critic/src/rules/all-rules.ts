import type { JudgedResult } from '../judged-result.ts';
import { type Reading, readResult } from '../reading/read-result.ts';
import { quote } from '../reading/read-values.ts';
import { arithmetic } from './arithmetic.ts';
import { honoured, mentioned, stale, units } from './asked-for.ts';
import { contradiction, impossible, schema } from './consistent.ts';
import {
  authWall,
  echo,
  empty,
  errorText,
  garbled,
  htmlPage,
  notAnAnswer,
  notDone,
  placeholder,
} from './faulty-text.ts';
import { counts, duplicates, partial } from './partial.ts';

/** The fault of a result. */
export interface Fault {
  readonly rule: string;
  readonly reason: string;
}

/** Describes the fault in one sentence, or returns null. */
type Rule = (reading: Reading) => string | null;

/** In the order in which they are checked: whether there is a result, what it is, then its content. */
const rules: Readonly<Record<string, Rule>> = {
  empty,
  garbled,
  html_page: htmlPage,
  error_text: errorText,
  auth_wall: authWall,
  not_an_answer: notAnAnswer,
  not_done: notDone,
  echo,
  placeholder,
  partial,
  schema,
  impossible,
  arithmetic,
  counts,
  duplicates,
  arguments: honoured,
  units,
  stale,
  contradiction,
  not_mentioned: mentioned,
};

/** The names of all rules that judge a success. */
export const ruleNames: readonly string[] = Object.keys(rules);

/** The first fault found: in how the action ended, or in its result. */
export function findFault(judged: JudgedResult): Fault | null {
  const { outcome, text } = judged.result;
  if (outcome === 'unknown') return { rule: 'unknown_outcome', reason: 'Nobody knows whether it happened.' };
  if (outcome === 'timed_out') return { rule: 'timed_out', reason: 'It did not end in its time.' };
  if (outcome === 'failed') return { rule: 'failed', reason: `It failed: ${quote(text)}.` };
  const reading = readResult(judged);
  for (const [rule, find] of Object.entries(rules)) {
    const reason = find(reading);
    if (reason !== null) return { rule, reason };
  }
  return null;
}
