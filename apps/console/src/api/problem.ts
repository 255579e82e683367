import type { Shapes } from './routes.gen.ts';

/** Why a request of the API did not succeed. `message` is a sentence for people: the `detail` of the problem document. */
export class ApiProblem extends Error {
  /** The HTTP status; 0 when the server did not answer. */
  readonly status: number;
  /** The stable code, such as `thread.unknown`; `network` when the server did not answer. */
  readonly code: string;
  /** The whole document, where there was one. */
  readonly problem: Shapes['Problem'] | undefined;

  constructor(status: number, code: string, detail: string, problem?: Shapes['Problem']) {
    super(detail);
    this.name = 'ApiProblem';
    this.status = status;
    this.code = code;
    this.problem = problem;
  }
}

/** The problem that a response tells. */
export async function problemOf(response: Response): Promise<ApiProblem> {
  const document: unknown = await response.json().catch(() => undefined);
  if (isProblem(document)) return new ApiProblem(response.status, document.code, document.detail, document);
  return new ApiProblem(response.status, 'unknown', `The server answered with status ${response.status}.`);
}

/** The problem of a request that had no answer. */
export function noAnswer(): ApiProblem {
  return new ApiProblem(0, 'network', 'The server does not answer. It may be starting again.');
}

function isProblem(value: unknown): value is Shapes['Problem'] {
  return typeof value === 'object' && value !== null && 'code' in value && 'detail' in value;
}
