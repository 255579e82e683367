import type { SignalEvent } from '@salience/contracts';

/** A fact of an event as text; empty if it is none. */
export function textFact(event: SignalEvent, name: string): string {
  const value = event.features[name];
  return typeof value === 'string' ? value : '';
}

/** A fact of an event as a list of texts; empty if it is none. */
export function listFact(event: SignalEvent, name: string): readonly string[] {
  const value = event.features[name];
  return Array.isArray(value) ? value : [];
}

/** The last part of a path, an address or a key. */
export function baseName(location: string): string {
  return location.replaceAll('\\', '/').replace(/\/+$/, '').split('/').at(-1) ?? '';
}

/** The extension of a file in lower case, with its dot; empty if it has none. */
export function extensionOf(event: SignalEvent): string {
  const told = textFact(event, 'extension').toLowerCase();
  if (told !== '') return told.startsWith('.') ? told : `.${told}`;
  const [, found = ''] = /[^.](\.[^.\s]{1,31})$/.exec(baseName(event.location)) ?? [];
  return found.toLowerCase();
}

/** The words of a text in lower case: runs of letters and digits, apart where a word begins inside of a run (`taxReport2`). */
export function nameWords(text: string): string[] {
  return (
    text
      .normalize('NFC')
      .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
      .toLowerCase()
      .match(/\p{L}+|\p{N}+/gu) ?? []
  );
}

/** Whether words hold a declared word, or the words of a declared phrase in a row. A word of five letters or more may go on: `invoices`. */
export function saysOneOf(words: readonly string[], declared: readonly string[]): boolean {
  return declared.some((entry) => {
    const wanted = nameWords(entry);
    return wanted.length > 0 && words.some((_, at) => wanted.every((word, n) => isForm(words[at + n], word)));
  });
}

function isForm(word: string | undefined, declared: string): boolean {
  if (word === undefined) return false;
  return word === declared || (declared.length >= 5 && word.startsWith(declared));
}
