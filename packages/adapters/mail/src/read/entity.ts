import { type Header, headerBlockOf, valueOf } from './header-block.ts';

/** A mail, or a part of one that has parts of its own or a content. */
export interface Entity {
  /** With its headers. */
  readonly raw: Buffer;
  readonly headers: readonly Header[];
  /** As `text/plain`; lower case. */
  readonly type: string;
  /** Of a multipart; of others none. */
  readonly parts: readonly Entity[];
}

/** A mail that is put together so that it cannot be read at a sane cost. */
export class Unreadable extends Error {}

const depthMax = 20;
const partsMax = 500;

/** Takes a mail apart. Throws `Unreadable` beyond 20 levels or 500 parts. */
export function entityOf(raw: Buffer): Entity {
  let left = partsMax;
  const read = (bytes: Buffer, depth: number): Entity => {
    left -= 1;
    if (depth > depthMax || left < 0) throw new Unreadable('too many parts');
    const { contentAt, headers } = headerBlockOf(bytes);
    const { parameters, value } = typeOf(valueOf(headers, 'content-type'));
    const boundary = value.startsWith('multipart/') ? boundaryIn(parameters) : undefined;
    const parts = boundary === undefined ? [] : partsOf(bytes.subarray(contentAt), boundary);
    return {
      raw: bytes,
      headers,
      // A multipart without parts is what it looks like: text.
      type: value.startsWith('multipart/') && parts.length === 0 ? 'text/plain' : value,
      parts: parts.map((part) => read(part, depth + 1)),
    };
  };
  return read(raw, 1);
}

function typeOf(header: string | undefined): { readonly value: string; readonly parameters: string } {
  const [, value = 'text/plain', parameters = ''] =
    /^\s*([\w!#$&^.+-]+\/[\w!#$&^.+-]+)(.*)$/s.exec(header ?? '') ?? [];
  return { value: value.toLowerCase(), parameters };
}

/** The first parameter of that name. What stands in quotes is no parameter, whatever it looks like. */
function boundaryIn(parameters: string): string | undefined {
  for (const [, name, quoted, bare] of parameters.matchAll(
    /;\s*([^\s=;"]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]*))/g,
  )) {
    if (name?.toLowerCase() !== 'boundary') continue;
    const boundary = quoted?.replace(/\\(.)/g, '$1') ?? (bare ?? '').replace(/\s*\(.*$/s, '').trim();
    return boundary === '' || boundary.length > 200 ? undefined : boundary;
  }
  return undefined;
}

/** What stands between the lines `--boundary`, up to the line `--boundary--` or the end. */
function partsOf(content: Buffer, boundary: string): readonly Buffer[] {
  const mark = Buffer.from(`--${boundary}`, 'utf8');
  const parts: Buffer[] = [];
  let from = -1;
  for (let at = content.indexOf(mark); at >= 0; at = content.indexOf(mark, at + mark.length)) {
    if (at > 0 && content[at - 1] !== 0x0a) continue;
    const end = content.indexOf(0x0a, at);
    const rest = content.toString('latin1', at + mark.length, end < 0 ? content.length : end).trimEnd();
    if (rest !== '' && rest !== '--') continue;
    if (from >= 0) parts.push(withoutLineEnd(content.subarray(from, at)));
    from = end < 0 ? content.length : end + 1;
    if (rest === '--') return parts;
  }
  if (from >= 0) parts.push(content.subarray(from));
  return parts;
}

/** The line end before a boundary belongs to the boundary. */
function withoutLineEnd(part: Buffer): Buffer {
  const end = part.at(-1) === 0x0a ? (part.at(-2) === 0x0d ? 2 : 1) : 0;
  return part.subarray(0, part.length - end);
}
