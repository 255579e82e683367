import { type PfcConfig, pfcConfigSchema, thoughtTypes } from '@salience/contracts';
import { defaultThresholds, type Thresholds } from '../evaluation/evaluate-action.ts';
import type { ClassifierConfig } from '../thought/classify-thought.ts';
import { ruleTypes } from '../thought/thought-type.ts';

/** What was set of an agent's settings; what is not in it holds by default. */
export type PfcDoc = Readonly<Record<string, unknown>>;

/** What is in force where nothing was set. */
export const defaultPfcConfig: PfcConfig = {
  handRaise: { threshold: 3, immediateTypes: ['disagreement', 'question', 'insight'] },
  thoughtTypes: [...thoughtTypes],
  synthesis: { style: 'structured', maxThoughts: 50 },
};

/** What was set, over the defaults: the settings as they are shown. A section that cannot be read holds by default, others as they are set. */
export function configOf(doc: PfcDoc): PfcConfig {
  const merged = overDefaults(doc);
  const read = pfcConfigSchema.safeParse(merged);
  if (read.success) return read.data;
  const bad = new Set(read.error.issues.map(({ path }) => String(path[0])));
  return pfcConfigSchema.parse(
    overDefaults(Object.fromEntries(Object.entries(doc).filter(([name]) => !bad.has(name)))),
  );
}

/** The settings before they are checked. */
export function overDefaults(doc: PfcDoc): PfcDoc {
  const merged: Record<string, unknown> = { ...defaultPfcConfig };
  for (const [name, value] of Object.entries(doc)) {
    const before = merged[name];
    merged[name] = isSection(before) && isSection(value) ? { ...before, ...value } : value;
  }
  return merged;
}

/** The thresholds that were set as `evaluate.thresholds`, else those of the reference. */
export function thresholdsOf(set: unknown): Thresholds {
  return isThresholds(set) ? set : defaultThresholds;
}

/** What `classifier` says of how thoughts get their type, else that everything is read. */
export function classifierOf(config: PfcDoc): ClassifierConfig {
  const { order, questionWords } = sectionOf(config, 'classifier');
  return {
    order: isOrder(order) ? order : ruleTypes,
    questionWords: questionWords === 'basic' ? 'basic' : 'all',
  };
}

export function isThresholds(value: unknown): value is Thresholds {
  if (!isSection(value)) return false;
  const { act, consider } = value;
  return isShare(act) && isShare(consider) && consider <= act;
}

export function isOrder(value: unknown): value is ClassifierConfig['order'] {
  return (
    Array.isArray(value) &&
    new Set(value).size === value.length &&
    value.every((one) => ruleTypes.some((type) => type === one))
  );
}

/** A plain object: not a list, not null. */
export function isSection(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isShare(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 1;
}

function sectionOf(config: PfcDoc, name: string): PfcDoc {
  const section = config[name];
  return isSection(section) ? section : {};
}
