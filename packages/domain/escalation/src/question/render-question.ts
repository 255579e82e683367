import type { EscalationReason, Fingerprint, SignalEvent } from '@salience/contracts';
import { fillTemplate, type Question, type SlotValue } from './fill-template.ts';
import { parseTemplate } from './parse-template.ts';
import { type Placeholder, placeholders, type QuestionContext, type ValueFacts } from './placeholders.ts';
import { isVisible, safeValue } from './safe-value.ts';
import { templateOf } from './template-of.ts';

/** A question, or why there is none. */
export type Rendered =
  | (Question & { readonly reason?: never })
  | {
      readonly reason: Extract<EscalationReason, 'template_missing' | 'template_error'>;
      readonly question?: never;
      readonly values?: never;
    };

/** The parts of a module that its question is made of. */
export type QuestionModule = Pick<
  Fingerprint,
  'module_id' | 'cluster' | 'question_template' | 'question_templates' | 'time_zone'
>;

const known: Readonly<Record<string, Placeholder>> = placeholders;

/**
 * The question of a module about events, oldest first; the template is chosen by the newest. Beside it stand the values that were put in. A value
 * that is missing is `unknown`; without a location, or without any event for a summary, nothing is asked (`template_error`). Never throws.
 */
export function renderQuestion(
  fingerprint: QuestionModule,
  events: readonly SignalEvent[],
  context: QuestionContext = {},
): Rendered {
  try {
    const template = templateOf(fingerprint, events.at(-1));
    if (template.trim() === '') return { reason: 'template_missing' };
    const { pieces } = parseTemplate(template);
    if (pieces === undefined) return { reason: 'template_error' };
    const facts = { ...context, fingerprint, events };
    const filled = fillTemplate(pieces, (name) => slotOf(name, facts));
    return filled !== undefined && isVisible(filled.question) ? filled : { reason: 'template_error' };
  } catch {
    // What is no event or no module is an error of the template to whoever waits for a question: no escalation, no crash.
    return { reason: 'template_error' };
  }
}

function slotOf(name: string, facts: ValueFacts): SlotValue | undefined {
  const placeholder = Object.hasOwn(known, name) ? known[name] : undefined;
  if (placeholder === undefined) return undefined;
  const { missing, quoted, valueOf } = placeholder;
  const value = valueOf(facts);
  if (value !== undefined && safeValue(value) !== '') return { value, quoted };
  return missing === 'refuse' ? undefined : { value: 'unknown', quoted: false };
}
