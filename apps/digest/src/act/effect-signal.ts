/**
 * The signal that ends an action that is under way: everything that ends its turn but a drain. A worker that stops lets the
 * action come to its end, which its own time bounds: broken off, its outcome would be unknown for good.
 */
export function effectSignal(turn: AbortSignal): { readonly signal: AbortSignal; done(): void } {
  const effect = new AbortController();
  const end = (): void => {
    if (turn.reason !== 'draining') effect.abort(turn.reason);
  };
  if (turn.aborted) end();
  else turn.addEventListener('abort', end, { once: true });
  return { signal: effect.signal, done: () => turn.removeEventListener('abort', end) };
}
