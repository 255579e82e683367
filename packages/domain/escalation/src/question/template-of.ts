import type { Fingerprint, SignalEvent } from '@salience/contracts';

/** The template for an event: that of its source and change, else that of its source, else the module's. */
export function templateOf(
  {
    question_template,
    question_templates = {},
  }: Pick<Fingerprint, 'question_template' | 'question_templates'>,
  event: Pick<SignalEvent, 'source' | 'delta_type'> | undefined,
): string {
  if (event === undefined) return question_template;
  const { delta_type, source } = event;
  return question_templates[`${source}.${delta_type}`] ?? question_templates[source] ?? question_template;
}
