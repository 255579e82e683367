/**
 * The parts of CSS between separators, each of which is one sign, but for those that stand in brackets or quotes. Linear in the length of
 * the text, whatever stands in it.
 */
export function splitOutside(css: string, separators: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let quote = '';
  let from = 0;
  for (let at = 0; at < css.length; at += 1) {
    const sign = css[at] ?? '';
    if (quote !== '') quote = sign === quote ? '' : quote;
    else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === '(' || sign === '[') depth += 1;
    else if (sign === ')' || sign === ']') depth = Math.max(0, depth - 1);
    else if (depth === 0 && separators.includes(sign)) {
      parts.push(css.slice(from, at));
      from = at + 1;
    }
  }
  return [...parts, css.slice(from)];
}
