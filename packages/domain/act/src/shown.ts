// What eyes cannot see, or take for something else: format and control characters (direction, joiners, zero width), separators of
// lines, every space but the usual one, what renderers leave out by default, blanks that count as letters or symbols (U+2800), and
// code points that mean nothing to a renderer (private, unassigned, half pairs).
const unseen =
  /[\p{Cf}\p{Cc}\p{Zl}\p{Zp}\p{Co}\p{Cn}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/gu;

/**
 * The text as it may be shown to a person who decides by it: one line in which every character can be seen. What cannot be seen
 * stands as `\u{202E}`. Letters that merely look alike are left as they are.
 */
export function visibleText(text: string): string {
  return text.replace(unseen, (found) => `\\u{${(found.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`);
}
