import { readFile } from 'node:fs/promises';
import { type PlanChoice, planChoiceSchema, planSchema } from '@salience/contracts';
import { messageOf, SalienceError } from '@salience/errors';
import { usageError } from '@salience/supervisor/home';

const steps = { least: 2, most: 8 } as const;

/** How a plan is named on the command line. */
export const planOption = ['--plan <plan>', '"mail" for the built-in one, or a JSON file'] as const;

/**
 * The plan that an option names: `mail`, or that of a JSON file. What only the server can tell of a plan it says itself. Throws `cli.usage` for a
 * file that is no plan, `cli.file-unreadable` for one that cannot be read.
 */
export async function planChoice(named: string): Promise<PlanChoice> {
  if (named === 'mail') return named;
  const text = await readFile(named, 'utf8').catch((cause: unknown) => {
    throw new SalienceError(
      'cli.file-unreadable',
      `Expected --plan as "mail" or a file that can be read, got ${named}: ${messageOf(cause)}`,
      { cause },
    );
  });
  const plan = planSchema.safeParse(json(text, named));
  if (plan.success) return plan.data;
  throw usageError(
    [
      `Expected a plan in ${named}. docs/authorised-work.md has one.`,
      ...plan.error.issues.map(({ message, path }) => `  ${path.join('.') || 'the plan'}: ${message}`),
    ].join('\n'),
  );
}

/** A plan of steps of the agent, one after another. Throws `cli.usage` for fewer than 2 or more than 8. */
export function planOfSteps(texts: readonly string[]): PlanChoice {
  const plan = planChoiceSchema.safeParse({
    steps: texts.map((text, at) => ({ kind: 'agent', name: `step-${at + 1}`, text })),
  });
  if (texts.length >= steps.least && texts.length <= steps.most && plan.success) return plan.data;
  throw usageError(
    `Expected ${steps.least} to ${steps.most} times --step with a text of 1 to 1,000 characters, got ${texts.length}.`,
  );
}

function json(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw usageError(`Expected a plan as JSON in ${file}: ${messageOf(error)}`);
  }
}
