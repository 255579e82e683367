/** Makes a text that comes in pieces safe to show. */
export interface VisibleText {
  /** The text that can be shown now; an unfinished sequence is held back. */
  push(piece: string): string;
  /** The text held back; nothing after it can belong to it. */
  end(): string;
}

/** Characters of one escape sequence at most, and of one string for the terminal (a title, a clipboard). */
const sequenceMax = 64;
const stringMax = 1_024;

// Controls, and signs that take no room and can turn or hide what stands beside them. What joins letters and emoji stays, and so do
// the few of their kind that are seen. Written as escapes, so that none of them stands in the source.
const unseen =
  /[\p{Cc}\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]|[\u{1D173}-\u{1D17A}]|\u{E0001}|[\u{E0020}-\u{E007F}]/gu;

const lineEnds = '\n\r\u2028\u2029';
const escapeSign = '\u001b';

/**
 * The text as eyes see it: without controls (line feed and tab stay), without sequences that command a terminal, and without signs that
 * nobody sees. Every line end is `\n`. Idempotent; the same as what a `createVisibleText` gives for its pieces.
 */
export function visibleText(text: string): string {
  const visible = createVisibleText();
  return visible.push(text) + visible.end();
}

/** A cleaner for one text that comes in pieces, wherever they are cut. */
export function createVisibleText(): VisibleText {
  return new Cleaner();
}

/** Half a sign is none, and may not become one with a half that stood behind a sequence. */
function withoutUnseen(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\u2028\u2029]/g, '\n')
    .replace(unseen, (sign) => (sign === '\n' || sign === '\t' ? sign : ''));
}

class Cleaner implements VisibleText {
  #state: 'text' | 'escape' | 'sequence' | 'string' | 'string-escape' = 'text';
  #held = '';
  #afterReturn = false;
  /** The first half of a pair waits for the second: what both are is not to be seen from one. */
  #half = '';

  push(piece: string): string {
    const whole = this.#half + piece;
    const last = whole.charCodeAt(whole.length - 1);
    this.#half = last >= 0xd800 && last <= 0xdbff ? whole.slice(-1) : '';
    const given = this.#half === '' ? whole : whole.slice(0, -1);
    // Nearly every piece has nothing in it to look at one by one.
    if (this.#state === 'text' && !this.#afterReturn && isPlain(given)) return given;
    let text = '';
    for (const sign of given) text += this.#step(sign);
    return text;
  }

  end(): string {
    const rest = withoutUnseen(this.#half);
    this.#half = '';
    this.#afterReturn = false;
    return this.#released() + rest;
  }

  #step(sign: string): string {
    const code = sign.codePointAt(0) ?? 0;
    switch (this.#state) {
      case 'text':
        return this.#plain(sign);
      case 'escape':
        return this.#inEscape(sign, code);
      case 'sequence':
        if (code >= 0x40 && code <= 0x7e) return this.#dropped();
        return code >= 0x20 && code <= 0x3f ? this.#hold(sign, sequenceMax) : this.#noSequence(sign);
      case 'string-escape':
        return sign === '\\'
          ? this.#dropped()
          : this.#released() + this.#plain(escapeSign) + this.#step(sign);
      case 'string':
        return this.#inString(sign, code);
    }
  }

  #inEscape(sign: string, code: number): string {
    if (sign === '[') this.#state = 'sequence';
    else if (']PX^_'.includes(sign)) this.#state = 'string';
    else if (code >= 0x30 && code <= 0x7e) return this.#dropped();
    else return code >= 0x20 && code <= 0x2f ? this.#hold(sign, sequenceMax) : this.#noSequence(sign);
    return '';
  }

  #inString(sign: string, code: number): string {
    if (code === 0x07 || code === 0x9c) return this.#dropped();
    // A string that does not end on its line is none: it must not swallow what stands below it.
    if (lineEnds.includes(sign)) return this.#noSequence(sign);
    if (sign !== escapeSign) return this.#hold(sign, stringMax);
    this.#state = 'string-escape';
    return '';
  }

  #plain(sign: string): string {
    const returned = this.#afterReturn;
    this.#afterReturn = sign === '\r';
    if (sign === '\r') return '\n';
    if (sign === '\n' && returned) return '';
    const begun = begins(sign.codePointAt(0) ?? 0);
    if (begun === undefined) return withoutUnseen(sign);
    this.#state = begun;
    return '';
  }

  #hold(sign: string, max: number): string {
    if (this.#held.length >= max) return this.#noSequence(sign);
    this.#held += sign;
    return '';
  }

  #noSequence(sign: string): string {
    return this.#released() + this.#plain(sign);
  }

  /** It was no sequence after all: its words are shown, what commanded is not. */
  #released(): string {
    const text = withoutUnseen(this.#held);
    this.#dropped();
    return text;
  }

  #dropped(): string {
    this.#held = '';
    this.#state = 'text';
    return '';
  }
}

/** What a control begins, in seven bits or in eight. */
function begins(code: number): 'escape' | 'sequence' | 'string' | undefined {
  if (code === 0x1b) return 'escape';
  if (code === 0x9b) return 'sequence';
  return code === 0x90 || code === 0x98 || (code >= 0x9d && code <= 0x9f) ? 'string' : undefined;
}

function isPlain(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x20 ? code !== 0x0a && code !== 0x09 : code >= 0x7f && isOdd(code)) return false;
  }
  return true;
}

/** What may be unseen, and halves of a pair, which must be looked at together. */
function isOdd(code: number): boolean {
  return (
    code <= 0x9f ||
    code === 0xad ||
    code === 0x061c ||
    code === 0x180e ||
    (code >= 0x200b && code <= 0x206f) ||
    code >= 0xd800
  );
}
