const lengthMax = 60;
/** Names that mean a device on some systems. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;

/** Names of files in one folder, made of any text: letters, digits and dashes only, and no two alike on any file system. */
export class FileNames {
  readonly #taken = new Set<string>();

  /** A name for a text, without an extension. The same text again gets another one. */
  of(text: string): string {
    const cleaned = text
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-');
    const base = Array.from(cleaned)
      .slice(0, lengthMax)
      .join('')
      .replace(/^-+|-+$/g, '');
    const safe = base === '' ? 'unnamed' : reserved.test(base) ? `${base}-x` : base;
    let name = safe;
    for (let n = 2; this.#taken.has(name); n += 1) name = `${safe}-${n}`;
    this.#taken.add(name);
    return name;
  }
}
