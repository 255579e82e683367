import { type PlanStep, type Triage, type Trust, triageSchema } from '@salience/contracts';
import { planEnd, routeOf } from './plan-graph.ts';
import { cutMessage, type IncomingMessage, senderName } from './step-text.ts';

export type TriageStep = Extract<PlanStep, { kind: 'triage' }>;

/** What a model is given to tell apart. The message is data; how far it may be trusted goes with it. */
export interface TriageInput {
  readonly question: string;
  readonly choices: readonly { readonly name: string; readonly means: string }[];
  readonly message: IncomingMessage;
  readonly trust: Trust;
}

/** The input of the model role for a triage; its message is cut like that of a step. */
export function triageInput(
  step: Pick<TriageStep, 'text' | 'choices'>,
  message: IncomingMessage,
  trust: Trust,
): TriageInput {
  return {
    question: step.text,
    choices: step.choices.map(({ name, means }) => ({ name, means })),
    message: { text: cutMessage(message.text), from: senderName(message.from) },
    trust,
  };
}

/**
 * The typed answer in a reply: one JSON object with a `choice` that the step has and a `confidence` from 0 to 1, and nothing around it. Null for
 * anything else: nobody guesses what was meant.
 */
export function readTriage(reply: string, step: Pick<TriageStep, 'choices'>): Triage | null {
  const read = triageSchema.safeParse(jsonOf(reply));
  if (!read.success) return null;
  return step.choices.some(({ name }) => name === read.data.choice) ? read.data : null;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** What a person is asked in place of a triage. It holds words of the plan alone, none of the message and none of the model. */
export function triageQuestion(step: TriageStep, proposed: Triage | null): string {
  const choices = step.choices.map(({ name, means }) => `- ${name}: ${means}`).join('\n');
  // Rounded down, so that what is not sure enough never looks as if it were.
  const percent = (share: number): number => Math.floor(share * 100 + 1e-9);
  const found =
    proposed === null
      ? 'No usable answer came. A yes asks again; a no ends the task.'
      : `Proposed is "${proposed.choice}", ${percent(proposed.confidence)} % sure; a person decides below ${percent(step.sure)} %. A yes takes it, and goes on ${waysOn(step, proposed)}; a no ends the task.`;
  return `${step.text}\n\n${choices}\n\n${found}`;
}

function waysOn(step: TriageStep, { choice }: Triage): string {
  const to = routeOf(step, choice) ?? planEnd;
  return to === planEnd ? 'to the end, as nothing is to be done' : `with the step "${to}"`;
}
