import type { Attachment } from './inbound-mail.ts';
import { type Entity, Unreadable } from './entity.ts';
import { headerBlockOf, valueOf } from './header-block.ts';
import { cleanLine } from '../text/clean-text.ts';

/** A stretch of a mail's text: as plain text, as HTML, or as both, of which a person is shown one. */
export interface Piece {
  readonly plain: string | undefined;
  readonly html: string | undefined;
}

/** What a mail holds. */
export interface Content {
  readonly pieces: readonly Piece[];
  readonly attachments: readonly Attachment[];
  /** True if a part has more lines than are read. */
  readonly cut: boolean;
}

/** What is gathered on the way. */
interface Gathered {
  readonly attachments: Attachment[];
  cut: boolean;
}

const attachmentsMax = 50;
/** The parser takes its time for each line. */
const linesMax = 40_000;
const nameCharsMax = 200;

/** Decodes the parts of a mail. The MIME parser is loaded with the first. Throws `Unreadable` for what it cannot decode. */
export async function contentOf(entity: Entity): Promise<Content> {
  const gathered: Gathered = { attachments: [], cut: false };
  const pieces = await piecesOf(entity, gathered);
  return { pieces, attachments: gathered.attachments.slice(0, attachmentsMax), cut: gathered.cut };
}

async function piecesOf(entity: Entity, gathered: Gathered): Promise<readonly Piece[]> {
  if (entity.parts.length === 0) return await leafOf(entity, gathered);
  const pieces: Piece[] = [];
  for (const part of entity.parts) pieces.push(...(await piecesOf(part, gathered)));
  if (entity.type !== 'multipart/alternative') return pieces;
  const together = (kind: keyof Piece): string | undefined => {
    const texts = pieces.flatMap((piece) => piece[kind] ?? []);
    return texts.length === 0 ? undefined : texts.join('\n');
  };
  return [{ plain: together('plain'), html: together('html') }];
}

async function leafOf(entity: Entity, gathered: Gathered): Promise<readonly Piece[]> {
  const content = linesOf(entity);
  gathered.cut ||= content.cut;
  const { default: PostalMime } = await import('postal-mime');
  const email = await PostalMime.parse(Buffer.concat([bareHead(entity), content.lines]), {
    forceRfc822Attachments: true,
    maxNestingDepth: 2,
    maxHeadersSize: 65_536,
  }).catch((error: unknown) => {
    throw new Unreadable('a part cannot be decoded', { cause: error });
  });
  for (const { content, filename, mimeType } of email.attachments) {
    gathered.attachments.push({
      name: cleanLine(filename ?? '').slice(0, nameCharsMax),
      type: /^[\w!#$&^.+-]{1,60}\/[\w!#$&^.+-]{1,100}$/.test(mimeType)
        ? mimeType
        : 'application/octet-stream',
      bytes: typeof content === 'string' ? Buffer.byteLength(content) : content.byteLength,
    });
  }
  if (email.html !== undefined) return [{ plain: undefined, html: email.html }];
  return email.text === undefined ? [] : [{ plain: email.text, html: undefined }];
}

/**
 * Those headers of a part that say how it is to be decoded. What has parts was taken apart already: a multipart that has none is plain text.
 */
function bareHead({ headers, type }: Entity): Buffer {
  const names = ['content-type', 'content-transfer-encoding', 'content-disposition'];
  const lines = names.flatMap((name) => {
    const value = valueOf(headers, name);
    if (value === undefined) return [];
    const plain = name === 'content-type' && type === 'text/plain' && /^\s*multipart\//i.test(value);
    return [`${name}: ${plain ? 'text/plain; charset=utf-8' : value}`];
  });
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'utf8');
}

/** The content of a part, as far as it is read. */
function linesOf({ raw }: Entity): { readonly lines: Buffer; readonly cut: boolean } {
  const content = raw.subarray(headerBlockOf(raw).contentAt);
  let end = -1;
  for (let line = 0; line < linesMax; line += 1) {
    end = content.indexOf(0x0a, end + 1);
    if (end < 0) return { lines: content, cut: false };
  }
  return { lines: content.subarray(0, end + 1), cut: end + 1 < content.length };
}
