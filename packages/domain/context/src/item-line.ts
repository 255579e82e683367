import type { Trust } from '@salience/contracts';
import { capText, cleanText } from '@salience/language';
import { escapeText } from './xml.ts';

/** The label before the text of an item. */
export interface ItemHead {
  /** The short name that a citation or a tool may use; unset for what nothing may name. */
  readonly ref?: string | undefined;
  /** When, in words: `today`, `22 Nov`. */
  readonly when?: string | undefined;
  /** The kind of item, unless it is something said: `fact`, `reminder`. */
  readonly kind?: string | undefined;
  /** The speaker, as shown. */
  readonly who?: string | undefined;
  /** A word on how it is known, in the brackets of the trust. */
  readonly note?: string | undefined;
  /** Whose words these are; written where it is not the usual. */
  readonly trust: Trust;
  /** The usual trust, which is not shown; default: user. */
  readonly usual?: Trust | undefined;
}

/**
 * One item: `[m3] 22 Nov, user: My door code is 4417.` Only an item begins at the start of a line, and no text can: its own lines
 * stand indented under it, and what could be read as a ref is broken up (law 10). `words` is escaped already, see `itemText`.
 */
export function itemLine(head: ItemHead, words: string): string {
  const { kind, note, ref, trust, usual = 'user', when, who } = head;
  const told = escapeText([when, kind, who].filter(Boolean).join(', '));
  const marks = [note, trust === usual ? undefined : trust].filter(Boolean).join(', ');
  const whole = `${told}${marks === '' ? '' : ` (${marks})`}`.trimStart();
  const begin = ref === undefined ? '- ' : `[${ref}] `;
  return whole === '' ? `${begin}${words}` : `${begin}${whole}: ${words}`;
}

/** The reply to the item above it: `-> you: Noted.` No text can contain the sign, because `>` is escaped. */
export function replyLine(trust: Trust, words: string): string {
  return `\n-> you${trust === 'agent' ? '' : ` (${trust})`}: ${words}`;
}

const lineEnds = /[\n\u2028\u2029]+/g;
// "[m3" inside of a text is not to be taken for a ref of ours, neither here nor in an answer that repeats it.
const refLike = /\[(?=[hmpr]\d)/g;

/** A text as it may stand in an item: escaped, at most `maxChars` long, its further lines indented. */
export function itemText(text: string, maxChars: number): string {
  return textOfItem(capText(cleanText(text), maxChars));
}

/** The same for a text that was cleaned and cut already. */
export function textOfItem(clean: string): string {
  return plainText(clean).trimEnd().replace(lineEnds, '\n  ');
}

/** A text between tags of its own: escaped, and nothing in it looks like a ref. */
export function plainText(clean: string): string {
  return escapeText(clean).replace(refLike, '[ ');
}

/** A short text as the attribute of an element; nothing in it looks like a ref. */
export function attributeText(text: string): string {
  return capText(cleanText(text), nameChars).replace(refLike, '[ ');
}

/** Characters of a name at most. */
const nameChars = 120;
const plainName = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} .'’_-]*$/u;

/** The short name of a thing or person, not yet escaped; quoted if it could be read as anything but a name. */
export function nameIn(text: string, reserved: readonly string[] = []): string {
  const name = capText(cleanText(text).replace(lineEnds, ' ').trim(), nameChars);
  if (name === '') return '""';
  const isPlain = plainName.test(name) && !reserved.includes(name.toLowerCase());
  return isPlain ? name : `"${name.replace(/["“”„\\]/g, "'").replace(refLike, '[ ')}"`;
}

/** Words that mark the speaker; a speaker of that name is written in quotes. */
const ourNames = 'user you agent owner external unverified exchange fact episode concept thought gist'.split(
  ' ',
);

/** The name of a speaker: `user` for the person, `you` for the agent, else their name. */
export function speakerName(speaker: string): string {
  if (speaker === 'user') return 'user';
  return speaker === 'agent' ? 'you' : nameIn(speaker, ourNames);
}
