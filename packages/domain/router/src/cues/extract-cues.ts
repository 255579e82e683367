import { type ClauseReading, readClause } from './read-clause.ts';
import { type Lexicon, likelyLexicons } from './lexicon.ts';
import { type ReadText, readText } from './read-text.ts';

/** What can be seen in a text alone. Counts are whole numbers, `uniqueDensity` is 0 to 1. */
export interface TextCues {
  /** Characters without the white space around them; 0 only for an empty message. */
  readonly charCount: number;
  /** Words and emojis. 0 for a message of punctuation alone. */
  readonly tokenCount: number;
  /** Words that carry meaning, the verb of a request not counted. */
  readonly contentCount: number;
  /** Different words divided by words; 0 for a text without words. */
  readonly uniqueDensity: number;
  readonly questionMark: boolean;
  /** A clause has the form of a question, whatever its punctuation. */
  readonly interrogative: boolean;
  readonly greeting: boolean;
  readonly farewell: boolean;
  /** Thanks or praise; never from a clause that asks. */
  readonly positiveFeedback: boolean;
  /** Says that the last answer was wrong or misunderstood; never from a clause that asks. */
  readonly negativeFeedback: boolean;
  /** Asks for a deed: "book a table", "can you call Bo". */
  readonly actRequest: boolean;
  /** Asks for words: "tell me", "explain". */
  readonly answerRequest: boolean;
  /** States a wish or a trouble without naming the deed: "I need a doctor", "it is not working". */
  readonly need: boolean;
  /** Points at an earlier conversation: "you said", "last time". */
  readonly implicitReference: boolean;
  /** Asks to keep something: "remember that". */
  readonly remember: boolean;
  /** Asks about something that the agent keeps for the speaker, or about its own decisions: "what is on my list?". */
  readonly asksKept: boolean;
  /** Holds a word that stands for something said before. */
  readonly anaphoric: boolean;
  /** Speaks to or about the one addressed: "you", "your". */
  readonly secondPerson: boolean;
  /** Names everybody or anybody: "anyone", "hi all". */
  readonly everyone: boolean;
  /** A clause that states something. */
  readonly declarative: boolean;
  /** Codes of the languages whose tables were used; empty when none knows a word of the text. */
  readonly languages: readonly string[];
}

const approving = new Set(['👍', '🙏', '❤', '👏', '💯', '🙌', '😍', '🎉']);
const disapproving = new Set(['👎']);

function readAll(read: ReadText, lexicons: readonly Lexicon[]): ClauseReading[] {
  return lexicons.flatMap((lexicon) => {
    let mayGreet = true;
    return read.clauses.map((clause) => {
      const reading = readClause(clause, lexicon, mayGreet);
      // "Hello, good morning": a second clause may greet too, nothing after a real one may.
      mayGreet &&= reading.content.length === 0;
      return reading;
    });
  });
}

function contentOf(read: ReadText, readings: readonly ClauseReading[]): readonly string[] {
  if (readings.length === 0) return read.tokens;
  // Languages that draw are read one after another; the first one's content stands for all.
  return readings.slice(0, read.clauses.length).flatMap((reading) => reading.content);
}

/**
 * Reads the cues of a text in English, German, French, Spanish, Portuguese and Italian; for anything else
 * only the language-free ones (counts, question mark, emojis) are set and every word counts as content.
 * Deterministic, never throws. The cues of the last text are kept: topic, boundary and router all ask for them in one turn.
 */
export function extractCues(text: string): TextCues {
  if (last?.text !== text) last = { text, cues: readCues(text) };
  return last.cues;
}

let last: { readonly text: string; readonly cues: TextCues } | undefined;

function readCues(text: string): TextCues {
  const read = readText(text);
  const lexicons = likelyLexicons(read.tokens);
  const readings = readAll(read, lexicons);
  const any = (cue: Exclude<keyof ClauseReading, 'content'>) => readings.some((reading) => reading[cue]);
  const tokenCount = read.tokens.length + read.emojis.length;
  return {
    charCount: read.charCount,
    tokenCount,
    contentCount: contentOf(read, readings).length,
    uniqueDensity: read.tokens.length === 0 ? 0 : new Set(read.tokens).size / read.tokens.length,
    questionMark: read.questionMark,
    interrogative: any('interrogative'),
    greeting: any('greeting'),
    farewell: any('farewell'),
    positiveFeedback: any('positive') || read.emojis.some((emoji) => approving.has(emoji)),
    negativeFeedback: any('negative') || read.emojis.some((emoji) => disapproving.has(emoji)),
    actRequest: any('actRequest'),
    answerRequest: any('answerRequest'),
    need: any('need'),
    implicitReference: any('reference'),
    remember: any('remember'),
    asksKept: any('asksKept'),
    anaphoric: any('anaphoric'),
    secondPerson: any('secondPerson'),
    everyone: any('everyone'),
    declarative: any('declarative'),
    languages: lexicons.map((lexicon) => lexicon.code),
  };
}

/**
 * The words of a text that say what it is about, levelled, in order; function words, social words and the
 * leading verb of a request are left out. In a language without tables every word is returned.
 */
export function contentWords(text: string): readonly string[] {
  const read = readText(text);
  return contentOf(read, readAll(read, likelyLexicons(read.tokens)));
}
