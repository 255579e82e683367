import { capText, cleanText } from '@salience/language';
import { asciiLower, readAnyDomain } from './domains.ts';
import { readEncodedWords } from './encoded-words.ts';
import { lexHeader, type Token } from './lex-header.ts';

/** Who a From header names. */
export interface ReadSender {
  /** In small letters. */
  readonly address: string;
  /** As a mail program shows it; null where there is none. */
  readonly name: string | null;
  /** True if the name or a comment holds an address that is another one. */
  readonly namesAddress: boolean;
}

/** Why a header names nobody: it holds more than one address, or it cannot be read in one way only. */
export type SenderProblem = 'several' | 'unreadable';

/** Characters of one header, at most: a longer one is not read. */
const charsMax = 2_000;
const addressMax = 320;
const nameMax = 200;

/**
 * The one sender of a From header, given as it stands in the mail (folded, encoded words not yet read). Stricter than the standard:
 * groups, routes, blanks and comments within an address, and local parts that need their quotes are not read.
 */
export function readSender(value: string): ReadSender | SenderProblem {
  const lexed = lexHeader(value, '<>@,;:[]\\', charsMax);
  if (lexed === null) return 'unreadable';
  const { comments, tokens } = lexed;
  if (tokens.some((token) => isSpecial(token, ','))) return 'several';
  const opens = tokens.findIndex((token) => isSpecial(token, '<'));
  const isBare = opens === -1;
  if (!isBare && !isSpecial(tokens.at(-1), '>')) return 'unreadable';
  const before = isBare ? [] : tokens.slice(0, opens);
  if (before.some(({ kind, text }) => kind === 'special' && text !== '@')) return 'unreadable';
  const address = addressOf(isBare ? tokens : tokens.slice(opens + 1, -1));
  if (address === null) return 'unreadable';
  const said = isBare ? (comments.at(-1) ?? '') : written(before);
  const name = shown(said);
  const texts = [said, name ?? '', ...comments];
  return { address, name, namesAddress: texts.some((text) => holdsOther(text, address)) };
}

/** The domains of the addresses of Reply-To headers; null if one of them cannot be read. */
export function readReplyDomains(values: readonly string[]): string[] | null {
  const domains: string[] = [];
  for (const value of values) {
    const tokens = lexHeader(value, '<>@,;:[]\\', charsMax)?.tokens;
    if (tokens === undefined) return null;
    for (const [at, token] of tokens.entries()) {
      if (!isSpecial(token, '@')) continue;
      const domain = readAnyDomain(tokens[at + 1]?.text ?? '');
      if (domain === null) return null;
      domains.push(domain);
    }
  }
  return domains;
}

function isSpecial(token: Token | undefined, text: string): boolean {
  return token?.kind === 'special' && token.text === text;
}

/** A local part, an @ and a domain, with nothing between them. */
function addressOf(tokens: readonly Token[]): string | null {
  const [local, sign, domain] = tokens;
  if (tokens.length !== 3 || local === undefined || domain === undefined) return null;
  if (!isSpecial(sign, '@') || sign?.gap === true || domain.gap || domain.kind !== 'text') return null;
  const host = readAnyDomain(domain.text);
  if (local.kind === 'special' || !localPart.test(local.text) || local.text.includes('=?')) return null;
  if (host === null || local.text.length + host.length >= addressMax) return null;
  return `${asciiLower(local.text)}@${host}`;
}

const atom = String.raw`[\p{L}\p{N}\p{M}!#$%&'*+/=?^_\x60{|}~-]+`;
const localPart = new RegExp(String.raw`^${atom}(?:\.${atom})*$`, 'u');

function written(tokens: readonly Token[]): string {
  return tokens.map(({ gap, text }, at) => (gap && at > 0 ? ` ${text}` : text)).join('');
}

function shown(said: string): string | null {
  const name = cleanText(readEncodedWords(said)).replace(/\s+/gu, ' ').trim();
  return name === '' ? null : capText(name, nameMax);
}

/** True for a text with an address that is not the given one: whoever reads it may take that for the sender. */
function holdsOther(text: string, address: string): boolean {
  return text
    .normalize('NFKC')
    .split(/[\s<>()[\]",;:]+/u)
    .map((word) => asciiLower(word.replace(/^['’.]+|['’.]+$/gu, '')))
    .some((word) => /.@./u.test(word) && word !== address);
}
