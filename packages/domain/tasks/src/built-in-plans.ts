import { type Plan, planSchema } from '@salience/contracts';
import { compilePlan, invalidPlan } from './compile-plan.ts';

/** What a plan may cost; what is left out is the default of the contract. */
type PlanLimits = Partial<Pick<Plan, 'turns_max' | 'hours_max'>>;

/**
 * A plan of 2 to 8 steps of the agent, one after another, named `step-1` and so on. Throws `plan.invalid` for fewer or more, for a blank text and
 * for one of more than 1,000 characters.
 */
export function linearPlan(texts: readonly string[], limits: PlanLimits = {}): Plan {
  if (texts.length < 2 || texts.length > 8)
    throw invalidPlan(`Expected the texts of 2 to 8 steps, got ${texts.length}.`);
  return agentPlan(texts, limits);
}

/** A plan of one step of the agent, `step-1`. Throws `plan.invalid` for a blank text and for one of more than 1,000 characters. */
export function singlePlan(text: string, limits: PlanLimits = {}): Plan {
  return agentPlan([text], limits);
}

function agentPlan(texts: readonly string[], limits: PlanLimits): Plan {
  const steps = texts.map((text, at) => ({ kind: 'agent', name: `step-${at + 1}`, text }));
  const read = planSchema.safeParse({ steps, ...limits });
  if (read.success) return compilePlan(read.data);
  const [issue] = read.error.issues;
  throw invalidPlan(
    `Expected texts of 1 to 1,000 characters and limits that a plan may have: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`,
  );
}

/** For a message that came in by itself: what kind it is decides which one of three things is done with it, or none. */
const mail: Plan = compilePlan(
  planSchema.parse({
    steps: [
      {
        kind: 'triage',
        name: 'triage',
        text: 'What does this message want?',
        choices: [
          { name: 'question', means: 'It asks something and expects an answer in words.' },
          { name: 'errand', means: 'It asks that something is done: looked up, planned, written, changed.' },
          {
            name: 'information',
            means: 'It tells something that is worth knowing later, and asks for nothing.',
          },
          {
            name: 'noise',
            means: 'Advertising, a newsletter, an automatic notice, or nothing that matters.',
          },
        ],
        routes_by: { question: 'answer', errand: 'do', information: 'keep', noise: 'end' },
        sure: 0.6,
      },
      {
        kind: 'agent',
        name: 'answer',
        text: 'Write a draft of an answer to the message, from what you know and remember. Do not send it: the draft is your reply.',
      },
      {
        kind: 'agent',
        name: 'do',
        text: 'Do what the message asks for, as far as you may. Say what you have done and what you have not.',
      },
      {
        kind: 'agent',
        name: 'keep',
        text: 'Remember what is worth knowing of the message. Say what you have remembered.',
      },
    ],
  }),
);

/** The plans that are built in, by name. It has no other keys, so a name that comes in may be looked up. */
export const plansByName: Readonly<Record<string, Plan>> & { readonly mail: Plan } = Object.freeze(
  Object.assign(Object.create(null) as Record<string, Plan>, { mail }),
);
