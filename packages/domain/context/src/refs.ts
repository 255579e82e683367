/** Begins the id of a text that is in a prompt but kept nowhere, so that no citation can name it. */
export const transientIdPrefix = 'ctx';

/** What the short names of each place begin with. */
export const refLetters = { memory: 'm', history: 'h', person: 'p', reminder: 'r' } as const;

/** The short names of one prompt, `m3`, each with the id of the item that it stands for. */
export type Refs = Readonly<Record<string, string>>;

/** What a short name looks like. */
export const refPattern = `[${Object.values(refLetters).join('')}][1-9][0-9]{0,3}`;

/** The id that a short name stands for; undefined where this prompt has no such name. */
export function idOfRef(ref: string, refs: Refs): string | undefined {
  return Object.hasOwn(refs, ref) ? refs[ref] : undefined;
}
