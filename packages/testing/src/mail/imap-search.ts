import { type ImapFolder, headerLines, mailsIn, type StoredMail } from './imap-folder.ts';
import { type ImapArgument, textOf } from './imap-command.ts';

/** The mails that a search finds: ALL, UID, HEADER and the flags; undefined for what it does not understand. */
export function searchIn(
  folder: ImapFolder,
  asked: readonly ImapArgument[],
): readonly StoredMail[] | undefined {
  const words = asked.map((argument) => textOf(argument));
  let found: readonly StoredMail[] = folder.mails;
  for (let at = 0; at < words.length; at += 1) {
    const key = (words[at] ?? '').toUpperCase();
    if (key === 'ALL') continue;
    else if (key === 'CHARSET') at += 1;
    else if (key === 'UID') {
      const named = mailsIn(folder, words[++at] ?? '', true);
      found = found.filter((mail) => named.includes(mail));
    } else if (key === 'HEADER') {
      const name = words[++at] ?? '';
      const value = (words[++at] ?? '').toLowerCase();
      found = found.filter(({ raw }) => holds(raw, name, value));
    } else if (/^(UN)?(SEEN|DELETED|DRAFT)$/.test(key)) {
      const flag = `\\${key.replace('UN', '').toLowerCase()}`;
      found = found.filter(
        ({ flags }) => flags.some((one) => one.toLowerCase() === flag) !== key.startsWith('UN'),
      );
    } else return undefined;
  }
  return found;
}

function holds(raw: Buffer, name: string, value: string): boolean {
  return headerLines(raw, [name]).toString('latin1').toLowerCase().includes(value);
}
