import { cleanLine } from '../text/clean-text.ts';

/** Characters of an address that are shown. */
const linkCharsMax = 200;

/** The address of a link as it is shown behind its words; undefined where the words say it, and for what leads nowhere in the web. */
export function linkOf(href: string, words: string): string | undefined {
  const address = cleanLine(href).replace(/\s+/g, '');
  const text = cleanLine(words);
  if (text === '' || !/^(https?|mailto):/i.test(address)) return undefined;
  if (bare(address) === bare(text)) return undefined;
  return address.length <= linkCharsMax ? address : `${address.slice(0, linkCharsMax)}…`;
}

/** An address without what people leave out when they write one. */
function bare(address: string): string {
  return address
    .trim()
    .toLowerCase()
    .replace(/^(?:https?:\/\/(?:www\.)?|mailto:|www\.)/, '')
    .replace(/\/$/, '');
}
