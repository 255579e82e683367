import { ApiError } from '../http/api-error.ts';
import type { RequestOptions } from '../http/routes.ts';
import { openOnce, retried, type TransportOptions, unanswered } from '../http/transport.ts';
import type { Shapes } from '../routes.gen.ts';

/** The lines of an export as items. The last line says that it is whole; without it this throws `client.stream-lost`. */
export async function* exportedItems(
  transport: TransportOptions,
  { address, ...options }: RequestOptions & { readonly address: string },
): AsyncGenerator<Shapes['KeptItem']> {
  const request = { ...options, method: 'GET', address, safe: true };
  const { abort, release, response } = await retried(transport, request, () => openOnce(transport, request));
  let isWhole = false;
  try {
    for await (const line of linesOf(response)) {
      const item = JSON.parse(line) as Shapes['KeptItem'] | { readonly kind: 'end' };
      isWhole = item.kind === 'end';
      if (item.kind !== 'end') yield item;
    }
  } catch (error) {
    throw unanswered(error, request);
  } finally {
    release();
    // Whoever leaves the loop early reads no more of it.
    if (!isWhole) abort(new DOMException('The export was left.', 'AbortError'));
  }
  if (isWhole) return;
  const message = 'The export broke off before its last line. Begin anew.';
  throw new ApiError({ code: 'client.stream-lost', message, status: 0, retryable: true });
}

async function* linesOf(response: Response): AsyncGenerator<string> {
  const reader = (response.body as ReadableStream<Uint8Array> | null)?.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  while (reader !== undefined) {
    const { done, value } = await reader.read();
    const lines = (rest + decoder.decode(value, { stream: !done })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line !== '') yield line;
    if (done) return;
  }
}
