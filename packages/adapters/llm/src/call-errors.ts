import { SalienceError } from '@salience/errors';
import type { RefusedPart } from './request-manner.ts';

/** Which model a call went to, for messages. */
export interface CallTarget {
  readonly provider: string;
  readonly model: string;
}

/** What comes with a fault beside its sentence. */
export interface FaultDetails {
  readonly cause?: unknown;
  /** The HTTP status, where there was one. */
  readonly status?: number | undefined;
  readonly retryAfterMs?: number | undefined;
  /** What of the request was refused: it can be asked for without. */
  readonly refused?: RefusedPart | undefined;
  /** The provider's own sentence about the form of the request, made tellable. */
  readonly said?: string | undefined;
}

/** A fault of a model call: its message, and whether a retry may help. */
interface FaultRule {
  readonly kind: 'retryable' | 'terminal';
  /** Ends the sentence that begins with the provider and its model. */
  readonly advice: string;
}

/** Every way a provider can fail a call; the README has the table. */
const rules = {
  'llm.auth': { kind: 'terminal', advice: 'Check the API key and what it may use.' },
  'llm.quota': { kind: 'terminal', advice: 'Look at plan and billing of the account.' },
  'llm.model-unknown': { kind: 'terminal', advice: 'Check the name of the model.' },
  'llm.wrong-address': { kind: 'terminal', advice: 'Check the base URL.' },
  'llm.bad-request': { kind: 'terminal', advice: 'The model may not support what was asked for.' },
  'llm.context-overflow': {
    kind: 'terminal',
    advice: 'Use a model with a larger context for this role.',
  },
  'llm.refused': { kind: 'terminal', advice: 'The same text will be refused again.' },
  'llm.rate-limited': { kind: 'retryable', advice: 'Wait, then try again.' },
  'llm.overloaded': { kind: 'retryable', advice: 'Wait, then try again.' },
  'llm.provider-error': { kind: 'retryable', advice: 'Try again later.' },
  'llm.unreachable': {
    kind: 'retryable',
    advice: 'Check the address and the network, then try again.',
  },
  'llm.offline': { kind: 'retryable', advice: 'It is tried again by itself.' },
  'llm.malformed': { kind: 'retryable', advice: 'Try again, or use another model.' },
} as const satisfies Record<string, FaultRule>;

/** The code of a fault that a provider caused. */
export type FaultCode = keyof typeof rules;

/**
 * The one error for a fault: `what` follows the model's name. Of what a provider wrote it holds `said` alone, which is for operators:
 * in the message and in `data.said`.
 */
export function fault(
  code: FaultCode,
  target: CallTarget,
  what: string,
  details: FaultDetails = {},
): SalienceError {
  const { kind, advice } = rules[code];
  const { cause, refused, retryAfterMs, said, status } = details;
  const told = said === undefined ? '' : ` and says: ${said.replace(/[.\s]+$/, '')}`;
  return new SalienceError(code, `${target.provider} (${target.model}) ${what}${told}. ${advice}`, {
    kind,
    cause,
    data: {
      provider: target.provider,
      model: target.model,
      ...(status === undefined ? {} : { status }),
      ...(refused === undefined ? {} : { refused }),
      ...(said === undefined ? {} : { said }),
    },
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });
}

/** What of a request a fault says was refused. */
export function refusedIn(error: SalienceError): RefusedPart | undefined {
  return error.data['refused'] as RefusedPart | undefined;
}

/** The caller gave up. Terminal. */
export function abortedError(target: CallTarget): SalienceError {
  return new SalienceError(
    'llm.aborted',
    `The call to ${target.provider} (${target.model}) was aborted by its caller.`,
    { data: { provider: target.provider, model: target.model } },
  );
}

/** The whole call took too long (`llm.timeout`), or one answer was silent for too long (`llm.stalled`). Retryable. */
export function timeoutError(target: CallTarget, ms: number, stalled: boolean): SalienceError {
  const took = Math.round(ms);
  const what = stalled ? `sent nothing for ${took} ms` : `did not finish within ${took} ms`;
  return new SalienceError(
    stalled ? 'llm.stalled' : 'llm.timeout',
    `${target.provider} (${target.model}) ${what}. Try again, or allow more time.`,
    { kind: 'retryable', data: { provider: target.provider, model: target.model, ms: took } },
  );
}
