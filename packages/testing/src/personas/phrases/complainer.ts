import { bluntPhrases } from './blunt.ts';
import { lines, type Phrases } from './phrase-book.ts';

/** Finds fault with everything: the same whatever they got. */
export const complainerPhrases: Phrases = {
  ...bluntPhrases,
  complain: lines(`
    This is useless.
    Wrong again.
    You don't understand anything.
    I did not want that.
    That's not what I asked you for.
    Why can't you ever do what I say?
    You should have done something!
    You should have asked me!
    No. Not like that.
    That is wrong, as always.
    I meant something completely different.
    Rubbish, try harder.
    You talk too much.
    You never answer my questions.
    Not again. This is so bad.`),
};
