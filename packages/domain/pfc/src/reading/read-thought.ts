import { levelled } from './levelled.ts';
import type { ThoughtLexicon } from './lexicons.ts';
import { ownWords } from './own-words.ts';

/** A part of a sentence. */
export interface ThoughtClause {
  /** Its words, as `levelled` gives them. */
  readonly said: string;
  /** It begins its sentence. */
  readonly opens: boolean;
  /** Its sentence asks, by its mark. */
  readonly asks: boolean;
}

/** A sentence of a message. */
export interface ThoughtSentence {
  readonly said: string;
  /** It ends in a question mark. */
  readonly asks: boolean;
  /** It ends in an exclamation mark, alone or beside a question mark. */
  readonly exclaims: boolean;
  /** It ends in a full stop. */
  readonly stops: boolean;
  readonly clauses: readonly ThoughtClause[];
}

/** A message as the rules see it. */
export interface ReadThought {
  /** All its words. */
  readonly said: string;
  readonly sentences: readonly ThoughtSentence[];
}

// A full stop ends a sentence before a space only: "3.4" is one word.
const sentenceMark = /([?!？！]+[?!？！.…]*|[…。;\n]+|\.+(?=\s|$|["')\]]))/u;
const clauseMark = /[,:()]| [-–—]+ /u;

/** Characters of a message that are read; what follows is not looked at. */
const readMax = 4_000;

/** Cuts a message into sentences and clauses, without what it quotes. */
export function readThought(text: string, lexicon: ThoughtLexicon): ReadThought {
  const pieces = ownWords(text.slice(0, readMax)).split(sentenceMark);
  const sentences: ThoughtSentence[] = [];
  for (let at = 0; at < pieces.length; at += 2) {
    const [body = '', mark = ''] = pieces.slice(at, at + 2);
    const said = levelled(body);
    const asks = /[?？]/u.test(mark) || body.includes('¿');
    // A mark alone asks too: "???".
    if (said === ' ' && !asks) continue;
    sentences.push({
      said,
      asks,
      exclaims: /[!！]/u.test(mark),
      stops: mark.startsWith('.') || mark.startsWith('。'),
      clauses: clausesOf(body, asks, lexicon),
    });
  }
  return { said: sentences.map((one) => one.said).join('|'), sentences };
}

function clausesOf(body: string, asks: boolean, { begins }: ThoughtLexicon): ThoughtClause[] {
  const clauses: ThoughtClause[] = [];
  for (const part of body.split(clauseMark)) {
    let words: string[] = [];
    const close = () => {
      if (words.length > 0) clauses.push({ said: ` ${words.join(' ')} `, opens: clauses.length === 0, asks });
      words = [];
    };
    for (const word of levelled(part).trim().split(' ')) {
      if (word === '') continue;
      if (begins.has(word)) close();
      words.push(word);
    }
    close();
  }
  return clauses;
}
