/** A text on one line, cut where it is longer; what could move a terminal's cursor is left out. */
export function oneLine(text: string, max: number): string {
  const line = text.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim();
  return line.length <= max ? line : `${line.slice(0, max - 1)}…`;
}
