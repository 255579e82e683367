import { problemSchema } from '@salience/contracts';
import type { AttackedRoute } from './attacked-routes.ts';
import type { HostileRequest } from './hostile-request.ts';
import type { WireAnswer, WireOutcome } from './wire.ts';

/** What is wrong with how a hostile request was answered; undefined when nothing is. */
export function judgeAnswer(
  request: HostileRequest,
  outcome: WireOutcome,
  { foreign, leadsTo }: Pick<AttackedRoute, 'foreign' | 'leadsTo'> = {},
): string | undefined {
  // Half a request, or two answers to what may be two requests, may just end the connection.
  if (outcome === 'closed') return request.broken ? undefined : 'the connection ended without an answer';
  if (outcome === 'silent') return 'no answer came';
  const { status } = outcome;
  if (!Number.isInteger(status)) return `no status: ${outcome.body.slice(0, 200)}`;
  const leak = leakIn(outcome.body);
  if (leak !== undefined) return `the answer shows ${leak}: ${outcome.body.slice(0, 300)}`;
  if (status < 300 || (foreign === true && status < 500)) return undefined;
  if (status < 400)
    return status === 302 && outcome.headers['location'] === leadsTo ? undefined : `a redirect (${status})`;
  const code = codeOf(request, outcome);
  if (code === undefined) return `${status} without a problem document: ${describe(outcome)}`;
  if (status >= 500 && !(status === 503 && truthful.has(code)))
    return `${status} ${code}: ${describe(outcome)}`;
  return undefined;
}

/** Stands for the code of an answer to HEAD, which has no body to show it. */
const notShown = 'not.shown';

/** Reasons for 503 that are true of a server without workers, or of one under a flood. */
const truthful = new Set(['not-ready', 'server.full', 'events.full', 'pulse.no-scheduler', notShown]);

/** Traces of the inside that no answer may show. */
const leaks: readonly (readonly [string, RegExp])[] = [
  ['a stack trace', /\n\s+at .+:\d+:\d+/],
  ['a file of ours', /node_modules|file:\/\/\/|\/src\/[a-z-]+\.ts/],
  ['an address of a store', /postgres(ql)?:\/\/|rediss?:\/\//],
  ['words of the database', /violates|syntax error at or near|salience\.[a-z_]+\(/],
];

function leakIn(body: string): string | undefined {
  return leaks.find(([, pattern]) => pattern.test(body))?.[0];
}

function describe({ status, headers, body }: WireAnswer): string {
  return `${status} ${headers['content-type'] ?? 'without type'} ${body.slice(0, 300)}`;
}

/** The stable code of an error answer; undefined when it has not the form that its route promises. */
function codeOf(request: HostileRequest, { status, headers, body }: WireAnswer): string | undefined {
  const type = headers['content-type'] ?? '';
  if (request.method === 'HEAD') return type.includes('json') ? notShown : undefined;
  try {
    const parsed: unknown = JSON.parse(body);
    if (type.startsWith('application/problem+json')) {
      const problem = problemSchema.parse(parsed);
      return problem.status === status && codePattern.test(problem.code) ? problem.code : undefined;
    }
    const { error } = parsed as { error: { code: unknown; message: unknown; type: unknown } };
    const whole = typeof error.message === 'string' && typeof error.type === 'string';
    return whole && typeof error.code === 'string' && codePattern.test(error.code) ? error.code : undefined;
  } catch {
    return undefined;
  }
}

const codePattern = /^[a-z]+([.-][a-z-]+)*$/;
