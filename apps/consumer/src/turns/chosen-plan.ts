import type { Plan, PlanChoice } from '@salience/contracts';
import { isSalienceError } from '@salience/errors';
import { compilePlan, plansByName } from '@salience/tasks';
import { httpProblem } from '../http/problems.ts';

/** The plan of a body: one that is built in, or its own steps. Throws 422 for steps that no task could take. */
export function chosenPlan(choice: PlanChoice): Plan {
  if (choice === 'mail') return plansByName.mail;
  try {
    return compilePlan(choice);
  } catch (error) {
    if (isSalienceError(error) && error.code === 'plan.invalid')
      throw httpProblem(422, 'plan.invalid', error.message);
    throw error;
  }
}
