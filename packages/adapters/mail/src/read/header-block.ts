/** One header as it stands in a mail: every instance of a name is one. */
export interface Header {
  /** Lower case. */
  readonly name: string;
  /** Unfolded, and otherwise as it came. */
  readonly value: string;
}

/** A mail or a part of one: its headers, and where its content begins. */
export interface HeaderBlock {
  readonly headers: readonly Header[];
  /** Where the content begins: behind the empty line. */
  readonly contentAt: number;
}

/** Headers that are read of one block. */
const headersMax = 2_000;

/** Reads the headers at the begin of `raw`, in the order in which they stand. Never throws: a line that is no header is left out. */
export function headerBlockOf(raw: Buffer): HeaderBlock {
  const contentAt = endOf(raw);
  const headers: Header[] = [];
  for (const line of raw.toString('latin1', 0, contentAt).split(/\r?\n(?![ \t])/)) {
    const [, given, blank, value = ''] = /^([!-9;-~]+)([ \t]*):(.*)$/s.exec(line) ?? [];
    if (given === undefined || headers.length >= headersMax) continue;
    const name = given.toLowerCase();
    // A server that takes out forged findings may not know them with a blank before the colon, and writes none so.
    if (name === 'authentication-results' && blank !== '') continue;
    headers.push({ name, value: decoded(value.replace(/\r?\n(?=[ \t])/g, '')).trim() });
  }
  return { headers, contentAt };
}

/** Every value of a header, from the top. */
export function valuesOf(headers: readonly Header[], name: string): readonly string[] {
  return headers.filter((header) => header.name === name).map(({ value }) => value);
}

/** The first value of a header. */
export function valueOf(headers: readonly Header[], name: string): string | undefined {
  return headers.find((header) => header.name === name)?.value;
}

/** Where the first empty line ends. */
function endOf(raw: Buffer): number {
  // A part may begin with its content.
  if (raw[0] === 0x0a) return 1;
  if (raw[0] === 0x0d && raw[1] === 0x0a) return 2;
  for (let at = raw.indexOf(0x0a); at >= 0; at = raw.indexOf(0x0a, at + 1)) {
    if (raw[at + 1] === 0x0a) return at + 2;
    if (raw[at + 1] === 0x0d && raw[at + 2] === 0x0a) return at + 3;
  }
  return raw.length;
}

/** Headers are ASCII, or UTF-8 where a mail may hold more; what is neither stays byte by byte. */
function decoded(latin1: string): string {
  if (!/[\x80-\xff]/.test(latin1)) return latin1;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(latin1, 'latin1'));
  } catch {
    return latin1;
  }
}
