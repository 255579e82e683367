import type { ThoughtType } from '@salience/contracts';
import { lexiconFor, type ThoughtLexicon } from '../reading/lexicons.ts';
import { type ReadThought, readThought } from '../reading/read-thought.ts';
import { readDisagreement } from './rules/disagreement.ts';
import { readConnection, readInsight } from './rules/others.ts';
import { readBasicQuestion, readQuestion } from './rules/question.ts';
import { type RuleType, ruleTypes } from './thought-type.ts';

/** How thoughts get their type. */
export interface ClassifierConfig {
  /** Which type wins where several rules fire, the first first. A type that is left out is never told. */
  readonly order: readonly RuleType[];
  /** `all`: whatever asks is a question. `basic`: a question mark and one of what, how, why. */
  readonly questionWords: 'all' | 'basic';
}

/** The type of a thought and which rule told it. */
export interface ClassifiedThought {
  readonly type: ThoughtType;
  /** The type and the rule, as in `disagreement.stance`; `none` where no rule fired. */
  readonly rule: string;
}

type Rule = (thought: ReadThought, lexicon: ThoughtLexicon) => string | null;

const rules: Readonly<Record<RuleType, Rule>> = {
  disagreement: readDisagreement,
  insight: readInsight,
  question: readQuestion,
  connection: readConnection,
};

/** Every rule, in the order in which they win. */
const defaultClassifier: ClassifierConfig = { order: ruleTypes, questionWords: 'all' };

/**
 * The type of a thought by the words of six languages: the first of `order` whose rule fires, else a reaction. Words count whole; code, quotes, quoted lines and addresses are not read. Of a long text the
 * first four thousand characters are read. Deterministic, calls no model, never throws.
 */
export function classifyThought(
  text: string,
  { order, questionWords }: ClassifierConfig = defaultClassifier,
): ClassifiedThought {
  const lexicon = lexiconFor(text);
  const thought = readThought(text, lexicon);
  for (const type of order) {
    const rule = type === 'question' && questionWords === 'basic' ? readBasicQuestion : rules[type];
    const fired = rule(thought, lexicon);
    if (fired !== null) return { type, rule: `${type}.${fired}` };
  }
  return { type: 'reaction', rule: 'none' };
}
