/** Bytes that a text takes in JSON at most, so that two of them and what is around them fit into a page of an import. */
const pieceBytesMax = 60_000;

/**
 * A text in pieces that each take at most 60,000 bytes in JSON, cut at a space or the end of a line where there is one in the last fifth.
 * Joined they are the text.
 */
export function piecesOf(text: string, maxBytes: number = pieceBytesMax): string[] {
  // No character takes more than six bytes for each of its units.
  if (text.length * 6 <= maxBytes) return [text];
  const pieces: string[] = [];
  let from = 0;
  let bytes = 0;
  let space = -1;
  for (let at = 0; at < text.length; ) {
    const code = text.codePointAt(at) as number;
    const cost = jsonBytes(code);
    if (bytes + cost > maxBytes) {
      const end = space > from + (at - from) * 0.8 ? space : at;
      pieces.push(text.slice(from, end));
      [from, at, bytes, space] = [end, end, 0, -1];
      continue;
    }
    bytes += cost;
    at += code > 0xffff ? 2 : 1;
    if (code === 0x20 || code === 0x0a) space = at;
  }
  return [...pieces, text.slice(from)];
}

function jsonBytes(code: number): number {
  if (code < 0x20) return 6;
  if (code === 0x22 || code === 0x5c) return 2;
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code > 0xffff ? 4 : 3;
}
