import { type KeptItemView, keptItemSchema } from '@salience/contracts';
import { SalienceError } from '@salience/errors';
import type { ApiClient } from '../client/api-client.ts';
import { refused } from '../client/api-client.ts';

/**
 * Reads an export line by line. Throws `memory.export-cut` where the last line is missing: then something is missing, and
 * what a server refuses with its own code.
 */
export async function* keptLines(client: ApiClient, path: string): AsyncGenerator<KeptItemView> {
  const response = await client.send(path);
  if (!response.ok || response.body === null) throw refused(response, await response.text(), path);
  let rest = '';
  let ended = false;
  for await (const part of response.body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + part).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const row: unknown = JSON.parse(line);
      if ((row as { kind?: unknown }).kind === 'end') ended = true;
      else yield keptItemSchema.parse(row);
    }
  }
  if (ended) return;
  throw new SalienceError(
    'memory.export-cut',
    'The export ended before its last line, so it is incomplete. Is the server still running? Try again.',
    { kind: 'retryable' },
  );
}
