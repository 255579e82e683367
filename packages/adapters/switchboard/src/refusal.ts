import { SalienceError } from '@salience/errors';

/** What is wrong with one field. */
export interface FieldIssue {
  readonly path: string;
  readonly message: string;
}

/** A refusal of the switchboard itself. `data.status` is the status that a route would answer with. */
export function refusal(
  status: number,
  code: string,
  detail: string,
  issues?: readonly FieldIssue[],
): SalienceError {
  return new SalienceError(code, detail, { data: { status, ...(issues === undefined ? {} : { issues }) } });
}
