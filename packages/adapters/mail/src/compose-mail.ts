import { SalienceError } from '@salience/errors';

/** A letter to be put into the folder of drafts. */
export interface Letter {
  /** Names it for ever: 1 to 120 letters, digits, dots, hyphens and underscores. */
  readonly id: string;
  readonly from: MailAddress;
  /** 1 to 50. */
  readonly to: readonly MailAddress[];
  /** Made one line of at most 250 characters. */
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
  /** The ids of what it answers, as they came; what is no id is left out. */
  readonly inReplyTo?: string | null;
  readonly references?: readonly string[];
  /** When it was written. */
  readonly at: Date;
}

/** An address, and whose it is. */
export interface MailAddress {
  readonly address: string;
  readonly name?: string;
}

/** A letter as bytes. */
export interface Composed {
  /** `<id@domain of the sender>`: the same for the same letter. */
  readonly messageId: string;
  readonly raw: Buffer;
}

const subjectCharsMax = 250;
const nameCharsMax = 100;
const referencesMax = 20;
const mailAddress = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/i;
const letterId = /^[\w.-]{1,120}$/;
const messageId = /^<[!-;=?-~]{3,250}>$/;

/**
 * The bytes of a letter: plain text in UTF-8. No value ends a header or begins one. Throws `mail.bad-letter` for an id, an address or a time
 * that is none; it has no other effect.
 */
export function composeMail(letter: Letter): Composed {
  const { at, from, id, to } = letter;
  if (!letterId.test(id)) throw bad('an id of letters, digits, dots, hyphens and underscores');
  if (to.length === 0 || to.length > 50) throw bad(`1 to 50 recipients, got ${to.length}`);
  if (Number.isNaN(at.getTime())) throw bad('a time');
  const own = `<${id}@${addressOf(from).replace(/^.*@/, '')}>`;
  const answers = [letter.inReplyTo ?? ''].filter((one) => messageId.test(one));
  const references = [...(letter.references ?? []), ...answers].filter((one) => messageId.test(one));
  const headers = [
    `From: ${mailboxOf(from)}`,
    `To: ${to.map(mailboxOf).join(',\r\n ')}`,
    `Subject: ${unstructured(letter.subject)}`,
    `Date: ${at.toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: ${own}`,
    ...answers.map((one) => `In-Reply-To: ${one}`),
    ...(references.length === 0
      ? []
      : [`References: ${[...new Set(references)].slice(-referencesMax).join('\r\n ')}`]),
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
  ];
  const body = Buffer.from(plainText(letter.text), 'utf8')
    .toString('base64')
    .replace(/.{76}(?=.)/g, '$&\r\n');
  return { messageId: own, raw: Buffer.from(`${headers.join('\r\n')}\r\n\r\n${body}\r\n`, 'ascii') };
}

function addressOf({ address }: MailAddress): string {
  if (address.length > 254 || !mailAddress.test(address) || address.includes('..'))
    throw bad('addresses such as ana@example.org, without names, spaces or letters beyond ASCII');
  return address;
}

function mailboxOf(one: MailAddress): string {
  const address = addressOf(one);
  const name = oneLine(one.name ?? '', nameCharsMax);
  if (name === '') return address;
  return /^[\w .'-]+$/.test(name) && !name.includes('=?')
    ? `"${name}" <${address}>`
    : `${encoded(name)} <${address}>`;
}

/** Text in a header that is no address: as it is where that is safe and short, else as encoded words. */
function unstructured(text: string): string {
  const line = oneLine(text, subjectCharsMax);
  return /^[ -~]{0,60}$/.test(line) && !line.includes('=?') ? line : encoded(line);
}

/** A header is one line, whatever a model or a mail made of it. */
function oneLine(text: string, max: number): string {
  const line = text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const characters = Array.from(line);
  return characters.length <= max ? line : `${characters.slice(0, max - 1).join('')}…`;
}

/** Encoded words of at most 75 signs, each of whole characters, one on a line. */
function encoded(text: string): string {
  const words: string[] = [];
  let piece = '';
  for (const character of text) {
    if (Buffer.byteLength(piece + character) > 42) {
      words.push(piece);
      piece = '';
    }
    piece += character;
  }
  return [...words, piece].map((word) => `=?utf-8?B?${Buffer.from(word).toString('base64')}?=`).join('\r\n ');
}

function plainText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .replaceAll('\n', '\r\n');
}

function bad(expected: string): SalienceError {
  return new SalienceError('mail.bad-letter', `Expected a letter with ${expected}. Nothing was stored.`);
}
