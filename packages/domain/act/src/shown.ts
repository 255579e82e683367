import { argumentsProblem, canonicalArguments } from './canonical.ts';

// What eyes cannot see, or take for something else: format and control characters (direction, joiners, zero width), separators of
// lines, every space but the usual one, what renderers leave out by default, blanks that count as letters or symbols (U+2800), and
// code points that mean nothing to a renderer (private, unassigned, half pairs).
const unseen =
  /[\p{Cf}\p{Cc}\p{Zl}\p{Zp}\p{Co}\p{Cn}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/gu;

/**
 * A text for a person who decides by it: one line in which every character is visible. An invisible character is
 * written as `\u{202E}`. Letters that only look alike are unchanged.
 */
export function visibleText(text: string): string {
  return text.replace(unseen, (found) => `\\u{${(found.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`);
}

/** A call as shown for approval: the tool and its complete arguments. Never throws. */
export function shownCall(tool: string, args: Readonly<Record<string, unknown>>): string {
  const problem = argumentsProblem({ arguments: args });
  return visibleText(`${tool} ${problem === null ? canonicalArguments(args) : `(not shown: ${problem})`}`);
}
