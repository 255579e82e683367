import type { BridgeMessage } from './message.ts';

/** A name as it is compared: compatibility forms taken apart, without marks and what cannot be seen, lower case. */
function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .trim()
    .toLowerCase();
}

/** True if two names are the same to a reader. */
export function isSameName(a: string, b: string): boolean {
  return folded(a) === folded(b);
}

/**
 * True for a message of the agent itself. A person is never the agent, whatever they call themselves. `selfNames`: its names there, and `#<id>` for the id of
 * its account; where one of these is given, names prove nothing.
 */
export function isOwn(
  { author, authorId, authorIsAgent }: Pick<BridgeMessage, 'author' | 'authorId' | 'authorIsAgent'>,
  selfNames: readonly string[],
): boolean {
  if (!authorIsAgent) return false;
  const ids = selfNames.filter((name) => name.startsWith('#'));
  if (ids.length > 0) return authorId !== null && ids.includes(`#${authorId}`);
  return selfNames.some((name) => isSameName(name, author));
}

/**
 * True if a text addresses one of these names with an @. The name ends where a word ends: "@Andrew" does not address Andre, "@Andre's" and "@Andre," do. Words of
 * a name may stand apart or together.
 */
export function mentions(text: string, names: readonly string[]): boolean {
  const said = folded(text);
  return names.some((name) => {
    const words = folded(name).replace(/^@/, '').split(/\s+/).filter(Boolean);
    if (words.length === 0) return false;
    const pattern = words
      .map((word) => word.replace(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`))
      .join(String.raw`\s*`);
    return new RegExp(String.raw`(?<![\p{L}\p{N}_.])@\s*${pattern}(?![\p{L}\p{N}_]|-[\p{L}\p{N}])`, 'u').test(
      said,
    );
  });
}
