/**
 * How one attempt to send ended. `error` is a code of lower-case words and numbers; it never holds what was sent, to whom, or what the other
 * side said.
 *
 *   - `delivered`: the other side said that it has it.
 *   - `retry`: it certainly does not have it, or may be given it again under the same id.
 *   - `failed`: it does not want it, now or later.
 *   - `gone`: it wants nothing of this channel any more.
 *   - `unknown`: it may have it, and cannot tell it from a second one.
 *   - `lost`: another process took the delivery over before anything left.
 */
export type SendOutcome =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'lost' }
  | { readonly kind: 'failed' | 'gone' | 'retry' | 'unknown'; readonly error: string };
