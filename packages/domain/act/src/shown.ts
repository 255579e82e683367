import type { LanguageCode } from '@salience/language';
import { askWords } from './ask-words.ts';
import { argumentsProblem, canonicalText } from './canonical.ts';

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

/**
 * A call as shown for approval: the tool and its complete arguments, in words. A text stands in quotes and nothing else does but the
 * name of an argument that is no plain word, so no argument can pass for another. Never throws.
 */
export function shownCall(
  tool: string,
  args: Readonly<Record<string, unknown>>,
  language: LanguageCode = 'en',
): string {
  const words = askWords[language];
  const problem = argumentsProblem({ arguments: args });
  const own = Object.hasOwn(words.own, tool) ? words.own[tool] : undefined;
  const does = own ?? words.use(tool);
  if (problem !== null) return visibleText(`${does} (not shown: ${problem})`);
  const named = Object.entries(args)
    .filter(([, value]) => value !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${plainName.test(name) ? name : JSON.stringify(name)} ${canonicalText(value)}`);
  return visibleText(
    named.length === 0 ? does : `${does}${own === undefined ? ` ${words.with}` : ':'} ${named.join(', ')}`,
  );
}

/** A value is never written like this. */
const plainName = /^(?!(?:true|false|null)$)[A-Za-z_][\w-]*$/;
