import { createHash } from 'node:crypto';

/** The longest name of a tool that every provider takes. */
const charsMax = 64;

/** What makes a name of ours differ from another that would read the same. */
const markChars = 8;

/**
 * The name under which a model sees a tool of a server: `server__tool`, of letters, digits, `_` and `-`, at most 64
 * characters. It depends on these two names alone, never on which other tools there are, and no two tools share one:
 * where the plain form would lose a difference, eight digits of a hash follow.
 */
export function toolName(server: string, tool: string): string {
  const plain = `${server}__${tool}`;
  const safe = plain.replaceAll(/[^A-Za-z0-9_-]/g, '_');
  // Two underscores may stand only between the two names, or a tool of one server could pass for another's.
  const ambiguous = server.endsWith('_') || tool.startsWith('_') || `${server} ${tool}`.includes('__');
  if (safe === plain && safe.length <= charsMax && !ambiguous) return safe;
  const mark = createHash('sha256').update(`${server}\0${tool}`).digest('hex').slice(0, markChars);
  return `${safe.slice(0, charsMax - markChars - 1)}_${mark}`;
}

/** True when a name could be that of a tool of this server. */
export function mayBeOf(server: string, name: string): boolean {
  return name.startsWith(`${server}__`.replaceAll(/[^A-Za-z0-9_-]/g, '_').slice(0, charsMax - markChars - 1));
}
