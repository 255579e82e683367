/** Most characters of one command that are read at all. */
export const commandCharsMax = 65_536;

/** Quoted scripts inside of scripts are read again; all readings together may take this many characters. */
const workMax = 4 * commandCharsMax;

const commandsMax = 2_000;
const wordsMax = 4_000;
const depthMax = 24;

/**
 * Bounds the work on one text, whatever it holds. What is over a bound is not read, and `exceeded` says which bound it
 * was, so that the judgement can fail closed.
 */
export class Budget {
  work = 0;
  commands = 0;
  words = 0;
  depth = 0;
  exceeded: string | null = null;

  /** Takes characters to be read; false when there are none left. */
  take(characters: number): boolean {
    this.work += characters;
    if (this.work > workMax) this.exceeded ??= 'too much text to be read again';
    return this.exceeded === null;
  }

  /** Takes one more command; false when there are too many. */
  command(): boolean {
    this.commands += 1;
    if (this.commands > commandsMax) this.exceeded ??= `more than ${commandsMax} commands`;
    return this.exceeded === null;
  }

  /** Takes words and redirects to be judged; false when there are too many. */
  look(words: number): boolean {
    this.words += words;
    if (this.words > wordsMax) this.exceeded ??= `more than ${wordsMax} words`;
    return this.exceeded === null;
  }

  /** Runs `inner` one level deeper; gives undefined instead when that is too deep. */
  deeper<T>(inner: () => T): T | undefined {
    if (this.depth >= depthMax) {
      this.exceeded ??= `nested more than ${depthMax} deep`;
      return undefined;
    }
    this.depth += 1;
    const result = inner();
    this.depth -= 1;
    return result;
  }
}
