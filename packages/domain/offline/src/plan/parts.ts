const seam = /([.!?;]+\s+|\n+|,?\s+(?:and|then|also)\s+(?:(?:then|also)\s+)?|,\s+)/i;
/** More parts than this are a story, not orders. */
const partsMax = 60;

/** The parts of a message that each ask for something of their own: cut only where an order begins. */
export function partsOf(text: string, isOrder: (part: string) => boolean): string[] {
  const pieces = text.replace(/[^\S\n]+/g, ' ').split(seam);
  if (pieces.length > partsMax * 2) return [text];
  const parts: string[] = [];
  for (let at = 0; at < pieces.length; at += 2) {
    const piece = pieces[at] ?? '';
    const mark = /^[.!?]/.exec(pieces[at + 1] ?? '')?.[0] ?? '';
    if (at === 0 || isOrder(piece + mark)) parts.push(piece);
    else parts.push(`${parts.pop() ?? ''}${pieces[at - 1] ?? ''}${piece}`);
  }
  return parts;
}
