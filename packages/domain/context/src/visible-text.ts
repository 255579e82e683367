/** Makes a text that comes in pieces safe to show. */
export interface VisibleText {
  /** What may be shown now; a sequence that has begun is held until it is known what it is. */
  push(piece: string): string;
  /** What was still held. Nothing that comes after it can be taken for a part of what came before. */
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

type State = 'text' | 'escape' | 'sequence' | 'string' | 'string-escape';

/**
 * The text as eyes see it: without controls (line feed and tab stay), without sequences that command a terminal, and without signs that
 * nobody sees. Every line end is `\n`. Idempotent; the same as what a `createVisibleText` gives for its pieces.
 */
export function visibleText(text: string): string {
  const { end, push } = createVisibleText();
  return push(text) + end();
}

/** A cleaner for one text that comes in pieces, wherever they are cut. */
export function createVisibleText(): VisibleText {
  let state: State = 'text';
  let held = '';
  let afterReturn = false;
  // The first half of a pair waits for the second: what both are is not to be seen from one.
  let half = '';

  // Half a sign is none, and may not become one with a half that stood behind a sequence.
  const shown = (text: string): string =>
    text
      .toWellFormed()
      .replace(/[\u2028\u2029]/g, '\n')
      .replace(unseen, (sign) => (sign === '\n' || sign === '\t' ? sign : ''));
  /** It was no sequence after all: its words are shown, what commanded is not. */
  const released = (): string => {
    const text = shown(held);
    held = '';
    state = 'text';
    return text;
  };
  const dropped = (): string => {
    held = '';
    state = 'text';
    return '';
  };

  const step = (sign: string): string => {
    const code = sign.codePointAt(0) ?? 0;
    switch (state) {
      case 'text':
        return plain(sign, code);
      case 'escape':
        if (sign === '[') state = 'sequence';
        else if (']PX^_'.includes(sign)) state = 'string';
        else if (code >= 0x20 && code <= 0x2f && held.length < sequenceMax) held += sign;
        else if (code >= 0x30 && code <= 0x7e) return dropped();
        else return released() + plain(sign, code);
        return '';
      case 'sequence':
        if (code >= 0x20 && code <= 0x3f && held.length < sequenceMax) held += sign;
        else if (code >= 0x40 && code <= 0x7e) return dropped();
        else return released() + plain(sign, code);
        return '';
      case 'string-escape':
        if (sign === '\\') return dropped();
        return released() + again('\u001b') + step(sign);
      case 'string':
        if (code === 0x07 || code === 0x9c) return dropped();
        if (code === 0x1b) state = 'string-escape';
        // A string that does not end on its line is none: it must not swallow what stands below it.
        else if (lineEnds.includes(sign) || held.length >= stringMax) return released() + plain(sign, code);
        else held += sign;
        return '';
    }
  };
  const again = (sign: string): string => plain(sign, sign.codePointAt(0) ?? 0);

  const plain = (sign: string, code: number): string => {
    const returned = afterReturn;
    afterReturn = false;
    if (sign === '\r') {
      afterReturn = true;
      return '\n';
    }
    if (sign === '\n' && returned) return '';
    if (code === 0x1b) state = 'escape';
    else if (code === 0x9b) state = 'sequence';
    else if (code === 0x90 || code === 0x98 || (code >= 0x9d && code <= 0x9f)) state = 'string';
    else return shown(sign);
    return '';
  };

  return {
    push(piece) {
      let text = '';
      const whole = half + piece;
      const last = whole.charCodeAt(whole.length - 1);
      half = last >= 0xd800 && last <= 0xdbff ? whole.slice(-1) : '';
      const given = half === '' ? whole : whole.slice(0, -1);
      // Nearly every piece has nothing in it to look at one by one.
      if (state === 'text' && !afterReturn && isPlain(given)) return given;
      for (const sign of given) text += step(sign);
      return text;
    },
    end() {
      const rest = half;
      half = '';
      const text = (state === 'text' ? '' : released()) + shown(rest);
      afterReturn = false;
      return text;
    },
  };
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
