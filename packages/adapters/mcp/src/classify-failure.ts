import type { ActionResult } from '@salience/contracts';

/** How a call failed, as far as this side can know. */
export type CallFailure =
  /** It never left: nothing can have happened. `lasting`: waiting will not help. */
  | { readonly kind: 'not-sent'; readonly reason: string; readonly lasting: boolean }
  /** The server answered that it did not do it. */
  | { readonly kind: 'refused'; readonly code?: number; readonly status?: number; readonly reason: string }
  /** It was answered, and the answer is nothing that can be read: it would be the same the next time. */
  | { readonly kind: 'unreadable' }
  /** It left, and no answer came or will come. */
  | { readonly kind: 'lost'; readonly reason: string }
  /** No answer within its timeout; the server was told to stop. */
  | { readonly kind: 'timed-out'; readonly timeoutMs: number }
  /** The turn was stopped while it ran. */
  | { readonly kind: 'stopped' };

/** What follows from a failure: what is recorded, what the model reads, and whether another try may help. */
export type ClassifiedFailure = Pick<ActionResult, 'outcome' | 'text' | 'transient'>;

/** Codes of JSON-RPC by which a server says that the call itself is wrong; the same call will be wrong again. */
const wrongCalls = new Set([-32_700, -32_600, -32_601, -32_602, -32_002, -32_042]);

/** How servers word that they are busy: there is no code for it. */
const busyWords =
  /\b(?:busy|overloaded|rate.?limit(?:ed)?|too many requests|temporarily|try again|unavailable|econnreset|econnrefused|etimedout)\b/i;

const reasonChars = 2_000;
const unknownEffect =
  'Whether it took effect is not known. Do not call it again unless you can see that it did not.';

/**
 * Decides what a failure means for an action. `repeatable` says that the tool only reads, or does a thing once per
 * idempotency key. What never left may always be tried again; a lost answer only where that cannot double an effect:
 * otherwise the outcome is unknown, for good.
 */
export function classifyFailure(failure: CallFailure, repeatable: boolean): ClassifiedFailure {
  switch (failure.kind) {
    case 'not-sent':
      return failed(`The tool could not be reached: ${failure.reason}`, !failure.lasting);
    case 'refused':
      return refused(failure, repeatable);
    case 'unreadable':
      return repeatable
        ? failed(
            'The tool answered, and its answer cannot be read: too large, too deep, or in no form.',
            false,
          )
        : unknown('The tool answered, and its answer cannot be read.');
    case 'lost':
      return repeatable
        ? failed(`The connection to the tool was lost before it answered: ${failure.reason}`, true)
        : unknown(`The connection to the tool was lost before it answered: ${failure.reason}.`);
    case 'timed-out':
      return {
        outcome: 'timed_out',
        text: `No answer within ${failure.timeoutMs} ms; the call was cancelled.${repeatable ? '' : ` ${unknownEffect}`}`,
        transient: repeatable,
      };
    case 'stopped':
      return repeatable
        ? failed('It was stopped before it answered.', false)
        : unknown('It was stopped before it answered.');
  }
}

/**
 * Whether a result that the tool itself calls an error is worth another try. Its words may quote anything, so they count
 * only where another try can do no harm.
 */
export function isBusy(text: string, repeatable: boolean): boolean {
  return repeatable && busyWords.test(text.slice(0, reasonChars));
}

function refused(failure: CallFailure & { kind: 'refused' }, repeatable: boolean): ClassifiedFailure {
  const { status, code } = failure;
  const reason = failure.reason.slice(0, reasonChars);
  if (status !== undefined) {
    // 404 for a session that the server forgot, 429 and 503: it says that it did not begin.
    if (status === 404 || status === 429 || status === 503)
      return failed(`The tool is not available now (${status}).`, true);
    if (status < 500) return failed(`The server of the tool refused the call (${status}): ${reason}`, false);
    // Any other 5xx may come from a gateway that lost sight of a server at work.
    return classifyFailure({ kind: 'lost', reason: `its server answered ${status}` }, repeatable);
  }
  const busy = code !== undefined && !wrongCalls.has(code) && busyWords.test(reason);
  return failed(`The tool answered with an error: ${reason}`, busy);
}

function failed(text: string, transient: boolean): ClassifiedFailure {
  return { outcome: 'failed', text, transient };
}

function unknown(text: string): ClassifiedFailure {
  return { outcome: 'unknown', text: `${text} ${unknownEffect}`, transient: false };
}
