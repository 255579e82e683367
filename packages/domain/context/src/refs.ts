/** Prefix of the id of a text that is not stored, so that no citation can name it. */
export const transientIdPrefix = 'ctx';

/** Prefixes of the refs of each section. */
export const refLetters = { memory: 'm', history: 'h', person: 'p', schedule: 'r' } as const;

/** The refs of one prompt, `m3`, each with the id of its item. */
export type Refs = Readonly<Record<string, string>>;

/** The pattern of a ref. */
export const refPattern = `[${Object.values(refLetters).join('')}][1-9][0-9]{0,3}`;

/** The id of a ref; undefined if this prompt has no such ref. */
export function idOfRef(ref: string, refs: Refs): string | undefined {
  return Object.hasOwn(refs, ref) ? refs[ref] : undefined;
}
