import { type Fingerprint, fingerprintSchema } from '@salience/contracts';
import { SalienceError } from '@salience/errors';
import { meaningProblems } from './meaning-problems.ts';
import { type FieldProblem, shapeProblems } from './shape-problems.ts';

const shownProblems = 5;

/**
 * A module from what its author wrote, with every default filled in, once it is known that it can be watched for and asked about. Throws
 * `module.invalid`; its message names each field, what was expected and what came, and its `data.problems` hold the same.
 */
export function compileModule(json: unknown): Fingerprint {
  const parsed = fingerprintSchema.safeParse(json);
  if (!parsed.success) throw invalidModule(shapeProblems(parsed.error.issues, json));
  const problems = meaningProblems(parsed.data);
  if (problems.length > 0) throw invalidModule(problems);
  return parsed.data;
}

function invalidModule(problems: readonly FieldProblem[]): SalienceError {
  const told = problems
    .slice(0, shownProblems)
    .map(({ expected, got, path }) => `${path}: expected ${expected}, got ${got}.`);
  const left = problems.length - told.length;
  const more = left > 0 ? [`And ${left} more.`] : [];
  return new SalienceError('module.invalid', [...told, ...more].join(' '), {
    kind: 'terminal',
    data: { problems },
  });
}
