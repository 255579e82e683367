/** A piece of a structured header; comments and blanks are left out. */
export interface Token {
  readonly kind: 'text' | 'quoted' | 'special';
  /** Of a quoted string its content, without the quotes and with what it escapes read. */
  readonly text: string;
  /** True where a blank or a comment stands before it. */
  readonly gap: boolean;
}

/** A header in pieces, and the comments that stood between them. */
export interface Lexed {
  readonly tokens: readonly Token[];
  readonly comments: readonly string[];
}

/** Deeper comments are not read: nobody honest nests them. */
const depthMax = 20;

/**
 * The pieces of a structured header, in one pass: texts, quoted strings and the characters of `specials`. Null for what has no one meaning:
 * a comment or quoted string without an end, an end without a beginning, a control character, more than `charsMax` characters.
 */
export function lexHeader(value: string, specials: string, charsMax: number): Lexed | null {
  if (value.length > charsMax || hasControls(value)) return null;
  const tokens: Token[] = [];
  const comments: string[] = [];
  const stops = `${blanks}"()${specials}`;
  let gap = true;
  for (let at = 0; at < value.length; ) {
    const char = value.charAt(at);
    if (blanks.includes(char)) {
      gap = true;
      at += 1;
      continue;
    }
    const piece = pieceAt(value, at, specials, stops);
    if (piece === null) return null;
    if (piece.kind === 'comment') comments.push(piece.text);
    else tokens.push({ kind: piece.kind, text: piece.text, gap });
    gap = piece.kind === 'comment';
    at = piece.end;
  }
  return { tokens, comments };
}

interface Piece {
  readonly kind: Token['kind'] | 'comment';
  readonly text: string;
  /** Where it ends: the place behind its last character. */
  readonly end: number;
}

const blanks = ' \t\r\n';

function pieceAt(value: string, at: number, specials: string, stops: string): Piece | null {
  const char = value.charAt(at);
  if (char === '(') return commentAt(value, at);
  if (char === ')') return null;
  if (char === '"') return quotedAt(value, at);
  if (specials.includes(char)) return { kind: 'special', text: char, end: at + 1 };
  let end = at + 1;
  while (end < value.length && !stops.includes(value.charAt(end))) end += 1;
  return { kind: 'text', text: value.slice(at, end), end };
}

function commentAt(value: string, start: number): Piece | null {
  let depth = 0;
  for (let at = start; at < value.length; at += 1) {
    const char = value.charAt(at);
    if (char === '\\') at += 1;
    else if (char === '(') depth += 1;
    else if (char === ')') depth -= 1;
    if (depth > depthMax) return null;
    if (depth === 0) return { kind: 'comment', text: value.slice(start + 1, at), end: at + 1 };
  }
  return null;
}

function quotedAt(value: string, start: number): Piece | null {
  let text = '';
  for (let at = start + 1; at < value.length; at += 1) {
    const char = value.charAt(at);
    if (char === '"') return { kind: 'quoted', text, end: at + 1 };
    if (char === '\\') {
      at += 1;
      text += value.charAt(at);
    } else if (char !== '\r' && char !== '\n') text += char;
  }
  return null;
}

/** True for a control character other than those of folded blanks. */
function hasControls(value: string): boolean {
  return /(?![\t\r\n])\p{Cc}/u.test(value);
}
