/** Fields that may hold what people or models wrote, or a credential. Names are matched exactly. */
const redactedKeys: readonly string[] = [
  'apiKey',
  'api_key',
  'authorization',
  'body',
  'completion',
  'content',
  'cookie',
  'delta',
  'messages',
  'password',
  'prompt',
  'secret',
  'set-cookie',
  'text',
  'x-api-key',
];

/** Replaces a redacted value. */
const redactedMark = '[redacted]';

/** Maximum nesting of a log line. Deeper values are replaced, which also ends cycles. */
const depthMax = 8;

const keys = new Set(redactedKeys);

/** Copies a log line's fields without content. Errors pass: their serializer decides what is shown. */
export function redactContent(fields: Record<string, unknown>): Record<string, unknown> {
  return redactObject(fields, 0);
}

/**
 * Removes quoted text from a foreign error message: parsers and databases quote the text that they could not read. Our own messages
 * hold codes and names only and are returned unchanged.
 */
export function withoutQuotes(message: string): string {
  return message.replace(/(?<!\w)(["'`])(?:(?!\1)[^\n]){2,}\1?/g, '$1…$1');
}

function redactObject(value: object, depth: number): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (const [key, entry] of Object.entries(value)) {
    copy[key] = keys.has(key.toLowerCase()) || keys.has(key) ? redactedMark : redactValue(entry, depth + 1);
  }
  return copy;
}

function redactValue(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Error || value instanceof Date) return value;
  if (depth > depthMax) return redactedMark;
  if (Array.isArray(value)) return value.map((entry) => redactValue(entry, depth + 1));
  return redactObject(value, depth);
}
