import type { RefusedPart } from './request-manner.ts';

const format =
  /response[_ ]?format|json[_ ](?:schema|object|mode)|output_(?:config|format)|structured[ _-]?outputs?|guided[_ ]|grammar/i;
const formatMaybe = /\b(?:input_)?schema\b|\bformat\b|\bjson\b/i;
const limit = /max_(?:completion_|output_|new_)?tokens|num_predict|in the completion|\d output tokens/i;

/** Faults of ours and, for servers that take a grammar they cannot build for a fault of theirs, 500 and 501. */
const statuses: ReadonlySet<number> = new Set([400, 404, 405, 415, 422, 500, 501]);

/**
 * Which part of a request a server's words name as what it cannot do, in the words of the various servers; undefined where they
 * name none. A guess costs one more request: what did not help is not remembered.
 */
export function refusedPart(words: string, status: number | undefined): RefusedPart | undefined {
  if (status === undefined || !statuses.has(status)) return undefined;
  if (format.test(words)) return 'format';
  if (status >= 500) return undefined;
  if (/max_tokens/i.test(words) && /max_completion_tokens['"`]? instead/i.test(words)) return 'limit-name';
  if (/\btemperature\b/i.test(words)) return 'temperature';
  if (limit.test(words)) return 'limit';
  if (/\breasoning|\bthinking\b|\beffort\b/i.test(words)) return 'reasoning';
  return formatMaybe.test(words) ? 'format' : undefined;
}
