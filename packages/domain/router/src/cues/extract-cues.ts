import { readOpenness } from '../clarity/read-openness.ts';
import { type ClauseReading, readInTurn } from './read-clause.ts';
import { readFragment } from './fragment.ts';
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
  /** Asks for text: "tell me", "explain". */
  readonly answerRequest: boolean;
  /** States a wish or a trouble without naming the deed: "I need a doctor", "it is not working". */
  readonly need: boolean;
  /** Refers to an earlier conversation: "you said", "last time". */
  readonly implicitReference: boolean;
  /** Asks to keep something: "remember that". */
  readonly remember: boolean;
  /** Asks about something that the agent stores for the speaker, or about its own decisions: "what is on my list?". */
  readonly asksKept: boolean;
  /** Has a word that refers to something said before. */
  readonly anaphoric: boolean;
  /** Speaks to or about the one addressed: "you", "your". */
  readonly secondPerson: boolean;
  /** Names everybody or anybody: "anyone", "hi all". */
  readonly everyone: boolean;
  /** A clause that states something. */
  readonly declarative: boolean;
  /**
   * How much it orders without a verb of doing: 1 for a thing that is counted and for a wish to be given one ("two lemonades", "can I
   * get the soup"), 0.5 for a thing that is just named, with its article or its size ("soup", "a large one"), 0.25 for what only goes
   * on with something that is open ("and soup", "not now", "7", "in two days"), 0 otherwise.
   */
  readonly fragment: number;
  /** How open a request is that is whole in form, 0 to 1: 1 for anything about a bare thing ("tell me about otters"), 0 where it says what it wants. */
  readonly openness: number;
  /** Codes of the languages whose tables were used; empty when none knows a word of the text. */
  readonly languages: readonly string[];
}

const approving = new Set(['👍', '🙏', '❤', '👏', '💯', '🙌', '😍', '🎉']);
const disapproving = new Set(['👎']);

function readAll(read: ReadText, lexicons: readonly Lexicon[]): ClauseReading[] {
  return lexicons.flatMap((lexicon) => readInTurn(read.clauses, lexicon));
}

function contentOf(read: ReadText, readings: readonly ClauseReading[]): readonly string[] {
  if (readings.length === 0) return read.tokens;
  // Languages that draw are read one after another; the first one's content stands for all.
  return readings.slice(0, read.clauses.length).flatMap((reading) => reading.content);
}

/** A text read once, for everything that is asked of it. */
interface Reading {
  readonly read: ReadText;
  readonly lexicons: readonly Lexicon[];
  readonly clauses: readonly ClauseReading[];
  cues?: TextCues;
}

/** Texts whose readings are kept: those of the turns that run side by side, each of which is asked about by topic, boundary and router. */
const keptMax = 32;
const keptCharsMax = 4_000;
const kept = new Map<string, Reading>();

function readingOf(text: string): Reading {
  const known = kept.get(text);
  if (known !== undefined) return known;
  const read = readText(text);
  const lexicons = likelyLexicons(read.tokens);
  const reading = { read, lexicons, clauses: readAll(read, lexicons) };
  if (text.length > keptCharsMax) return reading;
  kept.set(text, reading);
  for (const oldest of kept.keys()) {
    if (kept.size <= keptMax) break;
    kept.delete(oldest);
  }
  return reading;
}

/**
 * Reads the cues of a text in English, German, French, Spanish, Portuguese and Italian; for anything else
 * only the language-free ones (counts, question mark, emojis) are set and every word counts as content.
 * Deterministic, never throws. What was read of the last texts is kept.
 */
export function extractCues(text: string): TextCues {
  const reading = readingOf(text);
  reading.cues ??= cuesOf(reading);
  return reading.cues;
}

function cuesOf({ read, lexicons, clauses }: Reading): TextCues {
  const any = (cue: Exclude<keyof ClauseReading, 'content'>) => clauses.some((reading) => reading[cue]);
  const tokenCount = read.tokens.length + read.emojis.length;
  return {
    charCount: read.charCount,
    tokenCount,
    contentCount: contentOf(read, clauses).length,
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
    fragment: readFragment(read, lexicons, clauses),
    openness: readOpenness(read.clauses, lexicons).openness,
    languages: lexicons.map((lexicon) => lexicon.code),
  };
}

/**
 * The words of a text that say what it is about, levelled, in order; function words, social words and the
 * leading verb of a request are left out. In a language without tables every word is returned.
 */
export function contentWords(text: string): readonly string[] {
  const { read, clauses } = readingOf(text);
  return contentOf(read, clauses);
}
