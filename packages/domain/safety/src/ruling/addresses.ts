import type { Field, Leaf } from './leaves.ts';

/**
 * Addresses that a leaf of arguments holds, as they stand there. Whatever reads them may be more generous than any pattern, so a leaf
 * whose name or beginning says that it is an address counts whole, to its last character; elsewhere each address of the web, of mail
 * and of hosts counts.
 */
export function addressesOf({ fields, kind, text }: Leaf): string[] {
  const whole = text.trim();
  if (whole === '') return [];
  if (kind === 'number') return isNamed(fields, whole) && !isPart(fields) ? [whole] : [];
  if (kind === 'text' && (isNamed(fields, whole) || isPart(fields))) return [whole];
  return beginsAsAddress(whole) ? [whole] : addressesIn(text);
}

/** True where a text begins with a scheme, two slashes, or a host that something follows. */
export function beginsAsAddress(text: string): boolean {
  // What reads an address passes over tabs and line breaks in it.
  const start = separated(text.slice(0, startChars).replaceAll(/[\t\n\r]/g, '')).trimStart();
  return beginnings.test(start);
}

const startChars = 1_000;

/** True where a name says that the value is an address, whatever it looks like. */
function isNamed(fields: readonly Field[], value: string): boolean {
  if (fields.some(({ words }) => words.some((word) => addressWords.has(word) || addressEnd.test(word)))) {
    return true;
  }
  const isMaybe = fields.at(-1)?.words.some((word) => maybeWords.has(word)) ?? false;
  return isMaybe && !/^[\p{L}\p{N}]{0,3}$/u.test(value);
}

function isPart(fields: readonly Field[]): boolean {
  return partNames.test(fields.at(-1)?.name ?? '');
}

const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Words of names that say so of all below them. */
const addressWords = wordSet(
  'url urls uri uris href hrefs link links host hosts hostname hostnames domain domains website websites endpoint endpoints webhook ' +
    'webhooks src proxy referer referrer redirect callback addr',
);
/** Written in one: `pageurl`, `imagesrc`. */
const addressEnd = /(?:ur[il]s?|hrefs?|src)$/;
/** Whole names of what is a part of an address, where it is a text. */
const partNames =
  /^(?:server|address(?:es)?|to|recipients?|path(?:name)?|query(?:_?string)?|params|search_?params|fragment)$/i;
/** Words that may mean the page of an address or a number of one: what is longer than a short word counts. */
const maybeWords = wordSet(
  'page pages site sites target targets source sources feed feeds address addresses server ip port',
);

/** Signs that those who read addresses take for a dot or a slash, each as long as what it stands for. */
function separated(text: string): string {
  return text.replaceAll(/[\u3002\uFF0E\uFF61]/g, '.').replaceAll('\\', '/');
}

/** Addresses of the web, of mail and of hosts in a text, as they stand there. */
function addressesIn(text: string): string[] {
  return Array.from(separated(text).matchAll(address), ({ 0: found, index }) => {
    let { length } = found;
    while (length > 0 && endings.has(found.charAt(length - 1))) length -= 1;
    return text.slice(index, index + length);
  });
}

/** What stands after an address and is none of it. */
const endings: ReadonlySet<string> = new Set('.,;:!?)]}\'"`');

// Every repetition is bounded, or takes what nothing before it could have begun with: a long text is read in one pass.
const host = String.raw`(?:[\p{L}\p{N}_-]{1,63}\.){1,10}\p{L}[\p{L}\p{N}-]{1,62}`;
const numbers = String.raw`\d{1,3}(?:\.\d{1,3}){3}`;
/** What follows until a blank; a quote ends it unless the address goes on after it. */
const rest = '(?:[^\\s<>"\'`]|["\'`](?=[\\w/?&#=%]))';

// A scheme with all that follows; a mail address; a name with dots whose last part has letters; four numbers with dots; [::1]; a host
// after two slashes.
const address = new RegExp(
  String.raw`[a-z][a-z\d+.-]{1,20}:\/\/${rest}+|(?:https?|mailto|tel|sms|data|javascript):${rest}+|[^\s<>"'\x60@/]{1,64}@[^\s<>"'\x60@]+|` +
    String.raw`${host}(?:[:/?#]${rest}*)?|${numbers}(?:[:/?#]${rest}*)?|\[[\da-f:.]{2,45}\]${rest}*|(?<![\w:/])\/\/[\p{L}\p{N}]${rest}+`,
  'giu',
);

// Numbers are hosts too, in all the ways in which they are read: 0x7f000001, 2130706433, 127.1.
const part = String.raw`(?:0x[\da-f]{1,8}|\d{1,4})`;
const beginnings = new RegExp(
  String.raw`^(?:(?:https?|wss?|s?ftps?|file|blob|data|javascript|mailto|tel|sms|gopher|ldaps?|ssh|git):(?=\S)|[a-z][a-z\d+.-]{0,30}:\/|\/\/|` +
    String.raw`${host}(?:[/?#]|:\d|$)|(?:0x[\da-f]{1,16}|\d{8,12}|${part}(?:\.${part}){1,3})(?:[/?#]|:\d)|\[[\da-f:.]{2,45}\])`,
  'iu',
);
