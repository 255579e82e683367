/**
 * A text that every store and stream of ours can hold: without NUL, and with a replacement character for half a
 * surrogate pair. A model can write both, and Postgres refuses them.
 */
export function cleanText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

/** Cleans a text that comes in pieces: the pieces joined are the whole cleaned. */
export interface TextCleaner {
  /** The part of the text that is certain after this piece. */
  push(piece: string): string;
  /** What was held back; call once, at the end. */
  end(): string;
}

/** A pair may be cut between two pieces, so its first half waits for the second. */
export function createTextCleaner(): TextCleaner {
  let held = '';
  return {
    push(piece) {
      const text = held + piece.replaceAll('\0', '');
      const open = /[\uD800-\uDBFF]$/.test(text);
      held = open ? text.slice(-1) : '';
      return (open ? text.slice(0, -1) : text).toWellFormed();
    },
    end() {
      const rest = held.toWellFormed();
      held = '';
      return rest;
    },
  };
}
