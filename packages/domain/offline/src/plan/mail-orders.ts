import { capText, type LanguageCode, languages, once } from '@salience/language';
import { mailWords } from './mail-words.ts';
import { withoutGreeting } from './manners.ts';
import type { WantedCall } from './wanted-call.ts';

const tool = 'mail';
const subjectChars = 80;
/** Characters between the verb and what the mail says. */
const headChars = 200;

interface Patterns {
  /** A verb, who gets it, and where its words begin. */
  readonly order: RegExp;
  readonly drafts: RegExp;
  readonly named: RegExp;
  readonly about: RegExp;
  readonly subjectLine: RegExp;
}

const spaced = (source: string): string => source.replaceAll(' ', '\\s+');
const address = /(?<![\w.+-])[\w][\w.+-]*@[\w-]+(?:\.[\w-]+)+/giu;

const patterns = once(() =>
  languages.map((language): readonly [LanguageCode, Patterns] => {
    const { about, draft, draftNouns, nouns, saying, send, subject } = mailWords[language];
    const word = (source: string) => `(?<!\\p{L})(?:${source})(?!\\p{L})`;
    return [
      language,
      {
        order: new RegExp(
          spaced(
            `^(?:(?<draft>${draft})|(?<send>${send}))(?!\\p{L})(?<head>[^:\\n]{0,${headChars}}?@[^:\\n]{0,${headChars}}?)(?:\\s?[:\\n]|,? ${word(saying)}[,:]?)\\s*`,
          ),
          'iu',
        ),
        drafts: new RegExp(word(draftNouns), 'iu'),
        named: new RegExp(word(`${nouns}|${draftNouns}`), 'iu'),
        about: new RegExp(spaced(`${word(about)}:?\\s+["“„«]?(?<subject>[^"”“»]{1,${headChars}})`), 'iu'),
        subjectLine: new RegExp(
          spaced(`^(?:${subject})\\s?:\\s?(?<subject>[^\\n]{1,${headChars}})\\n`),
          'iu',
        ),
      },
    ];
  }),
);

/** A mail ordered in a text: its call, and where its words begin and end. */
export interface MailOrder {
  readonly call: WantedCall;
  readonly from: number;
  readonly to: number;
}

/**
 * Reads "Draft a mail to ana@x.org: …", "Send ana@x.org a mail about the boat: …": who gets it stands there as an address, and the words
 * behind the mark are what it says, to the end of the text or of the quotation. Undefined without either, and for several addresses.
 */
export function findMail(text: string): MailOrder | undefined {
  if (!text.includes('@')) return undefined;
  for (const from of starts(text)) {
    const said = text.slice(from);
    const bare = withoutGreeting(said);
    for (const [, found] of patterns()) {
      const order = found.order.exec(bare);
      const read = order === null ? undefined : mailOf(order, bare.slice(order[0].length), found);
      if (read !== undefined)
        return { call: { tool, arguments: { ...read.mail } }, from, to: text.length - read.left };
    }
  }
  return undefined;
}

interface Mail {
  readonly action: 'draft' | 'send';
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

function mailOf(
  { groups = {} }: RegExpExecArray,
  rest: string,
  { about, drafts, named, subjectLine }: Patterns,
): { readonly mail: Mail; readonly left: number } | undefined {
  const head = groups['head'] ?? '';
  const [to, ...others] = head.match(address) ?? [];
  if (to === undefined || others.length > 0) return undefined;
  const send = groups['send'] ?? '';
  // "Mail ana@x.org: …" names it by its verb.
  if (!named.test(`${send} ${head.replace(address, ' ')}`)) return undefined;
  const quoted = /^["“„«](?<text>[^"”“»]+)["”“»]/u.exec(rest);
  const body = (quoted?.groups?.['text'] ?? rest).trim();
  const line = subjectLine.exec(`${body}\n`);
  const text = line === null ? body : body.slice(line[0].length).trim();
  if (text === '') return undefined;
  const wanted = line?.groups?.['subject'] ?? about.exec(head.replace(address, ' '))?.groups?.['subject'];
  const subject = capText((wanted ?? firstWords(text)).replace(/\s+/gu, ' ').trim(), subjectChars);
  const action = send === '' || drafts.test(head) ? 'draft' : 'send';
  return { mail: { action, to, subject, text }, left: quoted === null ? 0 : rest.length - quoted[0].length };
}

/** The first sentence of a letter behind its greeting. */
function firstWords(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const plain =
    lines.length > 1 && /,\s*$/u.test(lines[0] ?? '') ? lines.slice(1).join(' ') : lines.join(' ');
  return (/^.{3,}?(?=[.!?](?:\s|$)|$)/u.exec(plain)?.[0] ?? plain).trim();
}

function starts(text: string): number[] {
  return [0, ...[...text.matchAll(/[.!?]\s+|\n+/gu)].map(({ index, 0: mark }) => index + mark.length)];
}
