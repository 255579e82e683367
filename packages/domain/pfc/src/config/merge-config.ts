import { pfcConfigSchema } from '@salience/contracts';
import { isOrder, isSection, isThresholds, overDefaults, type PfcDoc } from './pfc-settings.ts';
import { ruleTypes } from '../thought/thought-type.ts';

/** What is wrong with a setting. */
export interface ConfigProblem {
  /** Where, with dots: `handRaise.threshold`; empty for the whole. */
  readonly field: string;
  /** What was expected. */
  readonly message: string;
}

/** A document that was merged, or why it was not. */
export type MergedConfig =
  | { readonly doc: PfcDoc; readonly problems?: never }
  | { readonly doc?: never; readonly problems: readonly ConfigProblem[] };

/** Names that reach into the object itself. */
const forbidden = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Merges a patch into what was set, one level deep: two sections are laid over each other by their keys, whose values replace what was there, lists and objects as well; anything else
 * replaces what was there. Null takes a section or a key back to its default and is never kept. Nothing of a patch holds when a part of it is wrong. What nobody knows is kept.
 */
export function mergeConfig(doc: PfcDoc, patch: unknown): MergedConfig {
  if (!isSection(patch)) return { problems: [{ field: '', message: 'expected an object' }] };
  const names = forbiddenIn(patch, '');
  if (names.length > 0) return { problems: names };
  const merged = merge(doc, patch);
  const problems = problemsOf(merged);
  return problems.length === 0 ? { doc: merged } : { problems };
}

function merge(doc: PfcDoc, patch: PfcDoc): PfcDoc {
  const merged: Record<string, unknown> = { ...doc };
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete merged[name];
    else if (isSection(value)) merged[name] = section(merged[name], value);
    else merged[name] = value;
  }
  return merged;
}

function section(before: unknown, patch: PfcDoc): PfcDoc {
  const merged = { ...(isSection(before) ? before : {}), ...patch };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null));
}

/** What is wrong with a document that was set, section by section. */
function problemsOf(doc: PfcDoc): readonly ConfigProblem[] {
  const read = pfcConfigSchema.safeParse(overDefaults(doc));
  const known = read.success
    ? []
    : read.error.issues.map(({ message, path }) => ({ field: path.join('.'), message }));
  return [...known, ...furtherProblems(doc)];
}

function furtherProblems({ classifier, evaluate }: PfcDoc): readonly ConfigProblem[] {
  const problems: ConfigProblem[] = [];
  const check = (field: string, isRight: boolean, message: string) => {
    if (!isRight) problems.push({ field, message });
  };
  if (evaluate !== undefined) {
    check('evaluate', isSection(evaluate), 'expected an object');
    const thresholds = isSection(evaluate) ? evaluate['thresholds'] : undefined;
    const expected = 'expected { act, consider }, each 0 to 1, consider not above act';
    check('evaluate.thresholds', thresholds === undefined || isThresholds(thresholds), expected);
  }
  if (classifier !== undefined) {
    check('classifier', isSection(classifier), 'expected an object');
    const { order, questionWords } = isSection(classifier) ? classifier : {};
    const types = `expected types out of ${ruleTypes.join(', ')}, each at most once`;
    check('classifier.order', order === undefined || isOrder(order), types);
    const words = questionWords === undefined || questionWords === 'all' || questionWords === 'basic';
    check('classifier.questionWords', words, 'expected all or basic');
  }
  return problems;
}

function forbiddenIn(value: unknown, path: string): readonly ConfigProblem[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const field = path === '' ? name : `${path}.${name}`;
    return forbidden.has(name)
      ? [{ field, message: `expected another name than ${name}` }]
      : forbiddenIn(inner, field);
  });
}
