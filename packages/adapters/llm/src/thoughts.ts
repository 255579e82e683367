/**
 * An answer without what its model thought aloud: `<think>` blocks, one that was never closed to the end, and one whose
 * beginning the server swallowed.
 */
export function stripThoughts(text: string): string {
  const closed = text.replace(/<think(?:ing)?>[^]*?<\/think(?:ing)?>/g, '');
  const open = /<think(?:ing)?>/.exec(closed);
  const kept = open === null ? closed : closed.slice(0, open.index);
  const end = /<\/think(?:ing)?>/.exec(kept);
  return (end === null ? kept : kept.slice(end.index + end[0].length)).trim();
}

const opening = ['<think>', '<thinking>'];
const closing = /<\/think(?:ing)?>/;
/** As many characters as may be the beginning of a closing tag. */
const tagChars = '</thinking>'.length - 1;

/** A text without what its model thought aloud before it; only there, since the text itself may speak of such tags. */
export function withoutLeadingThoughts(text: string): string {
  const stripper = createThoughtStripper();
  return stripper.push(text) + stripper.end();
}

/** Takes leading thoughts out of a text that comes in pieces. */
export interface ThoughtStripper {
  /** The part of the answer that is certain after this piece. */
  push(piece: string): string;
  /** What was held back; call once, at the end. A thought that never ended is no answer. */
  end(): string;
}

/** The pieces that it gives, joined, are the text without the `<think>` blocks that it begins with. */
export function createThoughtStripper(): ThoughtStripper {
  let state: 'before' | 'thinking' | 'answer' = 'before';
  let held = '';
  let thought = false;
  return {
    push(piece) {
      if (state === 'answer') return piece;
      held += piece;
      for (;;) {
        if (state === 'thinking') {
          const end = closing.exec(held);
          if (end === null) {
            held = held.slice(-tagChars);
            return '';
          }
          held = held.slice(end.index + end[0].length);
          state = 'before';
        }
        const text = held.trimStart();
        const tag = opening.find((one) => text.startsWith(one));
        if (tag === undefined) {
          if (opening.some((one) => one.startsWith(text))) return '';
          state = 'answer';
          return thought ? text : held;
        }
        held = text.slice(tag.length);
        state = 'thinking';
        thought = true;
      }
    },
    end: () => (state === 'before' ? held : ''),
  };
}
