import { contentStems, type LanguageCode, ownerOf } from '@salience/language';
import { askingWordsOf } from '../retrieval/asked-fact.ts';
import type { AboutTurn, SaidTurn } from './person-types.ts';
import { isFirstPerson } from './pointing-words.ts';
import { foldWord, readSaid, type SaidWord } from './said-words.ts';

/** A statement ("I live in Lisbon") or a matter ("my salary") that is to be forgotten. */
export interface SoughtStatement {
  readonly text: string;
  /** Whether a speaker, null for whom the agent serves, is the one who asks: "I" and "my" are theirs. */
  readonly isAsker: (speaker: string | null) => boolean;
}

/** A fact as it is stored. */
export interface StoredFact {
  readonly subject: string;
  readonly key: string;
  readonly value: string;
}

const subjects = /^(?:i|we|ich|wir|je|j|nous)$/u;
const negations: Readonly<Record<LanguageCode, RegExp>> = {
  en: /^(?:not|never|no|nobody|nothing|cannot|dont|doesnt|didnt)$/u,
  de: /^(?:nicht|kein|keine|keinen|keinem|keiner|nie|niemals|nichts)$/u,
  fr: /^(?:pas|jamais|rien|aucun|aucune)$/u,
  es: /^(?:no|nunca|jamas|nada)$/u,
  pt: /^(?:nao|nunca|jamais|nada)$/u,
  it: /^(?:non|mai|niente|nulla)$/u,
};
const genitives = /^(?:of|von|vom|de|du|des|do|da|del|della|di)$/u;
const myself = /^(?:me|mine|mir|moi|mi|mim)$/u;
/** An answer to a question about it is short. */
const answerWords = 8;

/**
 * Finds what says a statement: turns that have all its words in one sentence, of the same person and equally affirmed or denied, and facts. It
 * finds words, not meanings: "my home is Lisbon" is no "I live in Lisbon" here, unless a fact made of it says so.
 */
export class StatementSearch {
  readonly #isAsker: SoughtStatement['isAsker'];
  readonly #language: LanguageCode;
  readonly #stems: ReadonlySet<string>;
  readonly #words: ReadonlySet<string>;
  readonly #isDenied: boolean;
  /** "I": the asker does it; "mine": it is the asker's; null: it is of nobody or somebody named. */
  readonly #whose: 'I' | 'mine' | null;

  constructor({ isAsker, text }: SoughtStatement) {
    this.#isAsker = isAsker;
    const { language, sentences } = readSaid(text);
    const words = sentences.flat();
    this.#language = language;
    this.#stems = new Set(this.#stemsOf(text));
    this.#words = new Set(words.map(({ word }) => word));
    this.#isDenied = isDenied(words, language);
    if (words.some(({ word }) => subjects.test(word))) this.#whose = 'I';
    else this.#whose = words.some(({ word }) => isFirstPerson(word)) ? 'mine' : null;
  }

  /** True where the text has no word to look for. */
  get isEmpty(): boolean {
    return this.#stems.size === 0;
  }

  /** True for a fact that says it. */
  isFact({ key, subject, value }: StoredFact): boolean {
    if (this.isEmpty) return false;
    if (this.#whose !== null && !this.#isAsker(subject.toLowerCase() === 'user' ? null : subject))
      return false;
    const said = key.replaceAll('_', ' ');
    const values = this.#stemsOf(value);
    const keys = this.#stemsOf(said);
    const all = new Set([...values, ...keys, ...(this.#whose === null ? this.#stemsOf(subject) : [])]);
    if (this.#isDenied !== isDenied(readSaid(`${said} ${value}`).sentences.flat(), this.#language))
      return false;
    if (this.#isIn(all)) return true;
    const isOfKey =
      keys.some((one) => this.#stems.has(one)) ||
      askingWordsOf(key).some((one) => this.#words.has(foldWord(one)));
    return values.length > 0 && isOfKey && values.every((one) => this.#stems.has(one));
  }

  /** Judges the turns of one thread, in their order. `stated`: those whose facts say it. */
  judge<Id extends string>(turns: readonly SaidTurn<Id>[], stated: ReadonlySet<Id>): AboutTurn<Id>[] {
    let wasAsked = false;
    return turns.map((turn) => {
      const isOwn = this.#isAsker(turn.speaker);
      const canBe = this.#whose === null || isOwn;
      const isStated = (canBe && stated.has(turn.id)) || (wasAsked && isOwn && isAnswer(turn.message));
      const words =
        this.#foundIn(turn.message, canBe, false) ??
        (asks(turn.message) ? this.#foundIn(turn.reply ?? '', canBe, true) : null) ??
        (isStated ? turn.message.slice(0, 60) : null);
      const gone = words !== null;
      wasAsked = asks(turn.reply ?? '') && this.#foundIn(turn.reply ?? '', canBe, true) !== null;
      return { id: turn.id, gone, why: gone ? 'states' : null, words, isUnsure: false };
    });
  }

  /** The sentence that says it. */
  #foundIn(text: string, canBe: boolean, isReply: boolean): string | null {
    if (!canBe || text === '' || this.isEmpty) return null;
    for (const sentence of readSaid(text).sentences) {
      const said = sentence.map(({ gap, raw }, at) => (at === 0 ? raw : gap + raw)).join('');
      if (
        !this.#isIn(new Set(this.#stemsOf(said)), isReply) ||
        this.#isDenied !== isDenied(sentence, this.#language)
      )
        continue;
      if (isReply || this.#isTheirs(sentence)) return said.slice(0, 60);
    }
    return null;
  }

  /** False where the words are somebody else's: "my sister lives in Lisbon", "Tom's salary". */
  #isTheirs(sentence: readonly SaidWord[]): boolean {
    if (this.#whose === null) return true;
    // Where the verb tells the person, none needs to be named.
    if (this.#whose === 'I')
      return /^(?:es|pt|it)$/u.test(this.#language) || sentence.some(({ word }) => subjects.test(word));
    const at = sentence.findIndex(({ raw }) => this.#stemsOf(raw).some((one) => this.#stems.has(one)));
    const [owner, next, whose] = [sentence[at - 1], sentence[at + 1], sentence[at + 2]];
    if (owner !== undefined && (owner.isOwner || ownerOf(owner.word) === 'third')) return false;
    const isOfAnother =
      next !== undefined && genitives.test(next.word) && whose !== undefined && !myself.test(whose.word);
    return !isOfAnother || (owner !== undefined && isFirstPerson(owner.word));
  }

  #isIn(stems: ReadonlySet<string>, loosely = false): boolean {
    const found = (one: string): boolean =>
      stems.has(one) || (loosely && [...stems].some((other) => isFormOf(one, other)));
    return [...this.#stems].every(found);
  }

  #stemsOf(text: string): string[] {
    // "J'habite" is two words, and who is living somewhere lives there.
    const plain =
      this.#language === 'en' ? text.replace(/(?<!\ba )\bliving\b/giu, 'live') : text.replace(/['’]/gu, ' ');
    return contentStems(plain, this.#language);
  }
}

/** "Wohne" and "wohnst": what the agent answers has another person. */
function isFormOf(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.length >= 3 && long.length - short.length <= 3 && long.startsWith(short);
}

function isDenied(words: readonly SaidWord[], language: LanguageCode): boolean {
  return words.some(
    ({ gap, word }, at) =>
      negations[language].test(word) ||
      (word === 't' && gap === "'" && (words[at - 1]?.word ?? '').endsWith('n')),
  );
}

/** What answers no question and only says it beside something else is emptied by its words, and its message stays. */
function asks(text: string): boolean {
  return /\?["”’)]*\s*$/u.test(text);
}

function isAnswer(message: string): boolean {
  const words = readSaid(message).sentences.flat();
  return words.length > 0 && words.length <= answerWords;
}
