import type { z } from 'zod';
import type { Path } from './paths.ts';

/** A value as it was meant. */
export interface Mended {
  readonly value: unknown;
  /** Items that fell out on the way. */
  readonly dropped: number;
}

/** What a value that breaks a rule was plainly meant to be; undefined where that is not plain. */
export function mended(value: unknown, issue: z.core.$ZodIssue): Mended | undefined {
  if (issue.code === 'too_big') return shortened(value, issue);
  if (issue.code === 'invalid_type') return ofType(value, issue.expected);
  if (issue.code === 'invalid_value') return spelled(value, issue.values);
  const isBelow = issue.code === 'too_small' && typeof value === 'number' && issue.inclusive === true;
  return isBelow ? kept(Number(issue.minimum)) : undefined;
}

function kept(value: unknown): Mended {
  return { value, dropped: 0 };
}

function shortened(value: unknown, issue: z.core.$ZodIssueTooBig): Mended | undefined {
  const maximum = Number(issue.maximum);
  if (typeof value === 'number') return issue.inclusive === true ? kept(maximum) : undefined;
  if (Array.isArray(value)) return { value: value.slice(0, maximum), dropped: value.length - maximum };
  // A statement cut in the middle says something else: in a list it goes, alone it is all there is.
  if (typeof value === 'string' && !isInList(issue.path as Path)) return kept(cutText(value, maximum));
  return undefined;
}

function isInList(path: Path): boolean {
  return path.some((step) => typeof step === 'number');
}

/** A text within its length, without the word that would be cut. */
function cutText(text: string, chars: number): string {
  const cut = text.slice(0, chars).toWellFormed();
  const end = cut.search(/\s+\S*$/);
  return end > chars / 2 ? cut.slice(0, end) : cut;
}

function ofType(value: unknown, expected: string): Mended | undefined {
  if (expected === 'array') return kept(value === undefined ? [] : [value]);
  if (Array.isArray(value) && value.length === 1 && !Array.isArray(value[0]))
    return typeof value[0] === expected ? kept(value[0]) : undefined;
  if (expected === 'string')
    return typeof value === 'number' || typeof value === 'boolean' ? kept(String(value)) : undefined;
  if (expected === 'int') return typeof value === 'number' ? kept(Math.round(value)) : undefined;
  if (typeof value !== 'string') return undefined;
  const word = value.trim().toLowerCase();
  if (expected === 'boolean' && (word === 'true' || word === 'false')) return kept(word === 'true');
  const number = Number(word);
  return expected === 'number' && word !== '' && Number.isFinite(number) ? kept(number) : undefined;
}

/** The word of a list that a word is but for case and separators. */
function spelled(value: unknown, values: readonly unknown[]): Mended | undefined {
  if (typeof value !== 'string') return undefined;
  const meant = values.filter((one) => typeof one === 'string' && plain(one) === plain(value));
  return meant.length === 1 ? kept(meant[0]) : undefined;
}

function plain(word: string): string {
  return word.toLowerCase().replaceAll(/[\s_-]/g, '');
}
