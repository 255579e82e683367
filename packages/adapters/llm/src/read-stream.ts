/** Reads a stream to its end; an abort ends the wait at once, also where the provider does not listen to it. */
export async function* untilAborted<T>(stream: ReadableStream<T>, signal: AbortSignal): AsyncGenerator<T> {
  const reader = stream.getReader();
  const aborted = Promise.withResolvers<never>();
  const onAbort = () => aborted.reject(signal.reason);
  // Handled here so that an abort after the last piece is not an unhandled rejection.
  aborted.promise.catch(() => undefined);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    signal.throwIfAborted();
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), aborted.promise]);
      if (done) return;
      yield value;
    }
  } finally {
    signal.removeEventListener('abort', onAbort);
    // Releases the connection when we stop early. A stream that failed rejects here too: it was reported already.
    await reader.cancel().catch(() => undefined);
  }
}
