import { keywordStem } from '@salience/language';
import { contentWords, extractCues, readClauses, type TextCues } from '@salience/router';
import { levelled, spelled } from './phrases.ts';

/** A stretch of a message between marks. */
export interface MessageClause {
  /** Its words, levelled, one space around each. */
  readonly said: string;
  /** It asks, by its mark or its form. */
  readonly asks: boolean;
  /** A question mark ends it. */
  readonly marked: boolean;
  /** It asks for a deed or for text. */
  readonly requests: boolean;
  /** It names a need or a trouble. */
  readonly needs: boolean;
}

/** A message as its reactions are read. */
export interface Message {
  readonly text: string;
  readonly said: string;
  readonly clauses: readonly MessageClause[];
  /** The beginnings of the words that say what it is about. */
  readonly subject: ReadonlySet<string>;
  readonly cues: TextCues;
}

/** Characters that are read of a message; what people react with stands at its beginning. */
const textMax = 2_000;

// "Salience: thanks", "@salience thanks": whom it is for is no part of what it says.
const address = /^\s*(?:@[\p{L}\p{N}_.-]+[:,]?|[\p{L}\p{N}_.^|[\]`-]+:)\s+(?=\S)/u;

/** Reads a message. Never throws. */
export function readMessage(whole: string): Message {
  const text = whole.slice(0, textMax).replace(address, '');
  const cues = extractCues(text);
  // Languages that draw cut a text into the same clauses; the first tells what each does.
  const read = readClauses(text)[0];
  const clauses = read?.clauses.map((clause) => ({
    said: spelled(clause.tokens),
    asks: clause.asks || clause.interrogative,
    marked: clause.asks,
    requests: clause.actRequest || clause.answerRequest || clause.remember,
    needs: clause.need,
  })) ?? [
    {
      said: levelled(text),
      asks: cues.questionMark,
      marked: cues.questionMark,
      requests: false,
      needs: false,
    },
  ];
  return {
    text,
    said: levelled(text),
    clauses: clauses.filter(({ said }) => said !== ' '),
    subject: new Set(contentWords(text).map(keywordStem)),
    cues,
  };
}
