import { type CallTarget, fault } from './call-errors.ts';

/** No answer of ours is longer; more is a server that went wrong, and would fill the memory of every turn beside it. */
const longestBodyBytes = 32 * 1024 * 1024;

/**
 * The fetch that providers are driven with. It follows no redirect, since that would carry the key and the conversation to
 * an address nobody chose, takes a web page for what it is (`llm.wrong-address`), and breaks off an answer of more than
 * 32 MB (`llm.malformed`).
 */
export function guardedFetch(target: CallTarget): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, { ...init, redirect: 'manual' });
    const { status } = response;
    const found =
      status >= 300 && status < 400
        ? `answered with a redirect (status ${status}), which is not followed`
        : response.ok && /^text\/html/i.test(response.headers.get('content-type') ?? '')
          ? 'answered with a web page'
          : undefined;
    if (found !== undefined) {
      await response.body?.cancel();
      throw fault('llm.wrong-address', target, found, { status });
    }
    if (response.body === null) return response;
    return new Response(response.body.pipeThrough(capBytes(target)), response);
  };
}

function capBytes(target: CallTarget): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > longestBodyBytes)
        controller.error(fault('llm.malformed', target, `sent more than ${longestBodyBytes} bytes`));
      else controller.enqueue(chunk);
    },
  });
}
