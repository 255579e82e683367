import { ApiProblem } from './problem.ts';
import { signIn } from './visitor.ts';

/** Why the code of the address did not sign this browser in. */
let refusal: string | undefined;

/** Why the code that the address carried was refused; undefined without one. */
export function codeRefusal(): string | undefined {
  return refusal;
}

/**
 * Uses the code that the address carries behind its #, as `salience open` prints it. It goes from the address before it is sent.
 * Resolves with true if there was one.
 */
export async function takeCode(): Promise<boolean> {
  const code = new URLSearchParams(location.hash.slice(1)).get('code');
  if (code === null) return false;
  history.replaceState(null, '', location.pathname + location.search);
  try {
    await signIn(code);
    refusal = undefined;
  } catch (error) {
    refusal = error instanceof ApiProblem ? error.message : String(error);
  }
  return true;
}
