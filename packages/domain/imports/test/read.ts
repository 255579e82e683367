import { type FormatName, formatOf, type ImportedItem, readElement, type Taker } from '../src/index.ts';

/** Not a good hash, but one without Node: 64 hex digits that depend on every character. */
function digest(text: string): string {
  let hash = '';
  for (let part = 1; part <= 8; part += 1) {
    let sum = part * 0x9e37_79b1;
    for (let at = 0; at < text.length; at += 1)
      sum = Math.imul(sum ^ text.charCodeAt(at), 0x0100_0193 + part * 2) >>> 0;
    hash += sum.toString(16).padStart(8, '0');
  }
  return hash;
}

/** What an element of an export comes to, in the format that it looks like. */
export function readAs(format: FormatName, element: unknown, taker: Partial<Taker> = {}) {
  const read = readElement(element, {
    agentId: 'agt_a',
    me: [],
    madeAt: Date.UTC(2026, 0, 1),
    digest,
    ...taker,
    format,
  });
  return {
    ...read,
    looksLike: formatOf(element),
    leftOut: Object.fromEntries(read.leftOut),
    short: read.items.map(short),
  };
}

/** What was said, without ids. */
function short({ at, reply, speaker, text, trust }: ImportedItem) {
  return { at, speaker, text, reply, trust };
}
