import { logFields } from './names.ts';

/** Fields that a person at a terminal does not need on every line. */
const hidden = new Set<string>(['level', 'time', 'msg', 'err', ...Object.values(logFields)]);

/** Formats a JSON log line as `12:30:01 WARN digest message key=value`. Text that is not JSON is returned unchanged. */
export function prettyLine(line: string): string {
  const fields = parseLine(line);
  if (fields === undefined) return line;
  const clock = textOf(fields['time']).slice(11, 19);
  const head = [clock, textOf(fields['level']).toUpperCase(), fields[logFields.service], fields['msg']];
  const data = Object.entries(fields)
    .filter(([key]) => !hidden.has(key))
    .map(([key, value]) => `${key}=${textOf(value)}`);
  const text = [...head.filter((part) => part !== undefined && part !== ''), ...data].join(' ');
  return `${text}${errorText(fields['err'])}\n`;
}

function errorText(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  const { type, message, stack } = error as Record<string, unknown>;
  return `\n  ${textOf(type)}: ${textOf(message)}\n${textOf(stack)}`.trimEnd();
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

function parseLine(line: string): Record<string, unknown> | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}
