import type { Word } from './syntax.ts';

/** A longer value is not followed: doubling it again and again would outgrow any bound. */
const valueCharsMax = 512;

/** Values that a script gave its own variables, as far as they are known. */
export type Variables = Map<string, string | null>;

/** Remembers what was assigned; a value known only at run time is remembered as unknown. */
export function assign(variables: Variables, name: string, value: Word): void {
  variables.set(name, value.dynamic || value.text.length > valueCharsMax ? null : value.text);
}

/**
 * What `$name` or `${name…}` stands for, or undefined when only running would tell. `rest` is what follows the name inside
 * of braces. Any cut of IFS counts as the space it is there for.
 */
export function valueOf(variables: Variables, name: string, rest: string): string | undefined {
  const own = variables.get(name);
  if (own === null) return undefined;
  if (own !== undefined)
    return rest === '' || rest.startsWith(':-') || rest.startsWith('-') ? own : undefined;
  if (name === 'IFS') return ' ';
  const fallback = /^:?[-=]([\w./-]{1,64})$/.exec(rest);
  return fallback?.[1];
}
