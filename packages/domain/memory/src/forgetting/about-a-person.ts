import { type Gender, type LanguageCode, ownerOf, type Relation, relationOf } from '@salience/language';
import { genderOfName, maybeName } from './given-names.ts';
import { type FoundRelation, type Introduced, introducedIn, keyOf } from './introductions.ts';
import { nameAt, type SoughtName, soughtName } from './name-mentions.ts';
import { pointedAt, saidThing } from './pointed-at.ts';
import { goesOn, isFirstPerson, isSecondPerson, namesSeveral, thingIn } from './pointing-words.ts';
import { namesThing } from './object-pronouns.ts';
import type { AboutTurn, PersonKnown, SaidTurn, SoughtPerson } from './person-types.ts';
import { type Hit, isOf, note, type Reading, type ThreadState } from './reading.ts';
import { foldWord, readSaid, type SaidWord } from './said-words.ts';

/** Turns that say nothing of the person before "she" is somebody else. */
const gapMax = 2;
const silenceMax = 12 * 3_600_000;
const self = '';

/** Finds what was said by, to or about a person. First all turns are learned from, then each is judged, in the order of its thread. */
export class PersonSearch {
  readonly #names: SoughtName[];
  /** The names as they were written. */
  readonly #written: string[];
  /** Who speaks without a name is the person. */
  readonly #isOwner: boolean;
  /** What the one who asks calls the person ("my sister Ana"): tells two of one name apart. */
  readonly #called: string | undefined;
  /** Who is what to whom: names by owner and relation. */
  readonly #bearers = new Map<string, Set<string>>();
  /** As the word for a relation said: "landlady". */
  readonly #genders = new Map<string, Gender>();
  /** Relations of which more than one was spoken of. */
  readonly #plural = new Set<string>();
  readonly #others = new Map<string, Gender | undefined>();
  /** The relations under which the name was introduced. */
  readonly #introducedAs = new Set<string>();
  readonly #speakers = new Set<string>();
  /** How many texts are in which language. */
  readonly #languages = new Map<LanguageCode, number>();
  /** Languages of a sixth of the texts at least: a short text says little of its own. */
  #spokenHere: readonly LanguageCode[] = [];
  #gender: Gender = 'x';

  constructor(sought: SoughtPerson) {
    const words = readSaid(sought.name).sentences.flat();
    const at = words.findIndex(({ word }) => relationOf(word) !== undefined);
    const isOwned = at > 0 && ownerOf((words[at - 1] as SaidWord).word) !== undefined;
    const relation = isOwned ? relationOf((words[at] as SaidWord).word) : undefined;
    const own =
      relation === undefined
        ? sought.name
        : words
            .slice(at + 1)
            .map(({ raw }) => raw)
            .join(' ');
    this.#called = relation === undefined ? undefined : keyOf(self, relation);
    if (relation !== undefined) this.#gender = relation.gender;
    this.#written = [own, ...(sought.alsoNamed ?? [])]
      .map((name) => name.trim())
      .filter((name) => soughtName(name).length > 0);
    this.#names = this.#written.map(soughtName);
    this.#isOwner = sought.isOwner === true;
    for (const name of sought.others ?? []) this.#isSomebody(name);
    for (const { name, of, relation: word } of sought.related ?? []) {
      const known = relationOf(foldWord(word));
      if (known !== undefined) this.#bear(keyOf(foldWord(of ?? self), known), known, soughtName(name));
    }
  }

  /** Learns from a turn who is what to whom. */
  learn(turn: SaidTurn): void {
    if (turn.speaker !== null && !this.#speakers.has(turn.speaker)) {
      this.#speakers.add(turn.speaker);
      this.#isSomebody(turn.speaker);
    }
    for (const text of [turn.message, turn.reply]) {
      if (text === null || text === '') continue;
      const { language, sentences } = readSaid(text);
      this.#languages.set(language, (this.#languages.get(language) ?? 0) + 1);
      for (const sentence of sentences) {
        const isSought = (at: number) => nameLength(this.#names, sentence, at, language) > 0;
        for (const one of introducedIn(sentence, foldWord(turn.speaker ?? self), isSought)) {
          if (one.names.length > 0) this.#bear(one.key, one.relation, one.names);
          if (one.relation.several) this.#plural.add(one.key);
        }
      }
    }
  }

  /** Ends learning: a person asked for by relation alone has the name that bears it. */
  settle(): PersonKnown {
    const texts = [...this.#languages.values()].reduce((all, one) => all + one, 0);
    this.#spokenHere = [...this.#languages]
      .filter(([, count]) => count * 6 >= texts)
      .map(([language]) => language);
    if (this.#called !== undefined) {
      const bearers = [...(this.#bearers.get(this.#called) ?? [])];
      const [only] = bearers;
      if (this.#names.length === 0 && only !== undefined && bearers.length === 1) {
        this.#names.push([only]);
        this.#written.push(only);
      }
      this.#introducedAs.add(this.#called);
    }
    for (const [key, names] of this.#bearers) {
      if (![...names].some((name) => this.#isMine(name))) continue;
      this.#introducedAs.add(key);
      this.#gender = this.#genders.get(key) ?? this.#gender;
    }
    if (this.#gender === 'x') {
      const known = this.#names.map(([first]) => genderOfName(first ?? '')).find((one) => one !== undefined);
      this.#gender = known ?? 'x';
    }
    const relations = [...this.#introducedAs];
    const written = [...new Map(this.#written.map((name) => [soughtName(name).join(' '), name])).values()];
    return {
      relations: relations.map(spoken),
      shared: relations.filter((key) => !this.#tells(key)).map(spoken),
      names: this.#hasNamesakes()
        ? []
        : [
            ...new Set([
              ...this.#written.map((name) => name.toLowerCase()),
              ...this.#names.map((name) => name.join(' ')),
            ]),
          ],
      called: written,
    };
  }

  /** Judges the turns of one thread, in their order. All turns must have been learned from, and `settle` called. */
  judge<Id extends string>(turns: readonly SaidTurn<Id>[]): AboutTurn<Id>[] {
    const thread: ThreadState = { holders: {}, gap: 0, lastAt: 0, before: undefined, namesake: undefined };
    return turns.map((turn) => {
      const found = this.#judgeOne(turn, thread);
      thread.before = { turn, gone: found.gone };
      thread.lastAt = turn.at;
      return found;
    });
  }

  #judgeOne<Id extends string>(turn: SaidTurn<Id>, thread: ThreadState): AboutTurn<Id> {
    if (thread.gap > gapMax || turn.at - thread.lastAt > silenceMax) thread.holders = {};
    const isOwn = this.#isSpeaker(turn.speaker);
    const hit: Hit = { why: null, words: null, isUnsure: false, isOther: false };
    if (isOwn) {
      this.#hold(thread, 'mine');
      hit.why = 'said-by';
    }
    this.#read(turn.message, turn, thread, hit);
    if (hit.why === null && !hit.isOther && this.#follows(turn, thread))
      Object.assign(hit, { why: 'points', words: turn.message.slice(0, 60) });
    if (turn.reply !== null) this.#read(turn.reply, turn, thread, hit);
    const gone = hit.why !== null;
    thread.gap = gone ? 0 : thread.gap + 1;
    return { id: turn.id, gone, why: hit.why, words: hit.words, isUnsure: !gone && hit.isUnsure };
  }

  /** True for a fragment that goes on with what the turn before said of them, answers a question about them, or speaks to them. */
  #follows(turn: SaidTurn, { before }: ThreadState): boolean {
    if (before === undefined || !before.gone || turn.at - before.turn.at > silenceMax) return false;
    const { sentences } = readSaid(turn.message);
    const words = sentences.flat();
    if (words.length === 0) return false;
    const toThem = this.#isSpeaker(before.turn.speaker) && !this.#isSpeaker(turn.speaker);
    if (toThem && words.some(({ word }) => isSecondPerson(word))) return true;
    const ofOthers = words.some(({ word }) => isFirstPerson(word) || isSecondPerson(word));
    if (ofOthers) return false;
    const wasAsked =
      before.turn.reply !== null && /\?["”’)]*\s*$/u.test(before.turn.reply) && words.length <= 8;
    return wasAsked || (sentences.length === 1 && goesOn(sentences[0] as readonly SaidWord[]));
  }

  #read(text: string, turn: SaidTurn, thread: ThreadState, hit: Hit): void {
    const { language, sentences } = readSaid(text);
    const speaker = foldWord(turn.speaker ?? self);
    const languages = [language, ...this.#spokenHere.filter((one) => one !== language)];
    let several = false;
    // A thing takes the pronoun for as long as it is spoken of.
    let thing: 'f' | 'm' | undefined;
    const things = new Set<'f' | 'm'>();
    for (const sentence of sentences) {
      const isSought = (at: number) => nameLength(this.#names, sentence, at, language) > 0;
      const introduced = new Map(introducedIn(sentence, speaker, isSought).map((one) => [one.at, one]));
      const reading: Reading = {
        sentence,
        languages,
        introduced,
        taken: new Set(),
        mine: false,
        others: [],
        several,
        thing,
        things,
      };
      for (let at = 0; at < sentence.length; ) at += this.#refer(reading, at, thread, hit);
      several = reading.several || (namesSeveral(sentence, sentence.length) && !reading.mine);
      this.#holdAfter(reading, thread);
      for (const gender of ['f', 'm'] as const)
        if (!reading.mine && namesThing(sentence, sentence.length, gender, languages)) things.add(gender);
      thing = reading.mine || reading.others.length > 0 ? undefined : thingIn(sentence, language);
    }
  }

  /** Reads what stands at a place; returns how many words that is. */
  #refer(reading: Reading, at: number, thread: ThreadState, hit: Hit): number {
    const { introduced, languages, sentence } = reading;
    const said = sentence[at] as SaidWord;
    const length = nameLength(this.#names, sentence, at, languages[0] as LanguageCode);
    const one = introduced.get(at);
    if (length > 0) {
      const bearer = this.#bearer(sentence, at, length, introduced, thread);
      if (bearer === 'mine') {
        reading.mine = true;
        note(hit, 'named', said.raw);
      } else {
        hit.isUnsure ||= bearer === 'unsure';
        isOf(reading, this.#gender, hit);
      }
      return length;
    }
    if (one !== undefined) this.#relate(reading, one, at, hit);
    else if (maybeName(said.raw, said.word) && this.#isOther(said)) {
      const gender = this.#others.get(said.word) ?? genderOfName(said.word) ?? 'x';
      isOf(reading, gender, hit);
      if (gender === 'x') reading.taken.add('f').add('m');
    } else if (this.#points(reading, at, thread)) {
      reading.mine = true;
      note(hit, 'points', said.raw);
    }
    return 1;
  }

  #relate(reading: Reading, one: FoundRelation, at: number, hit: Hit): void {
    if (one.names.some((name) => this.#isMine(name))) return;
    if (one.names.length > 0) {
      isOf(reading, one.relation.gender, hit);
      return;
    }
    const bare = this.#bare(one);
    if (bare === 'mine') {
      reading.mine = true;
      const [owner, said] = [reading.sentence[at - 1], reading.sentence[at]];
      note(hit, 'kinship', `${owner?.raw ?? ''} ${said?.raw ?? ''}`.trim());
      return;
    }
    if (one.isPredicate) return;
    hit.isUnsure ||= bare === 'unsure';
    // Several people are "they".
    if (one.relation.several) {
      hit.isOther = true;
      reading.several = true;
    } else isOf(reading, one.relation.gender, hit);
  }

  #points(
    { languages, mine, sentence, several, taken, thing, things }: Reading,
    at: number,
    thread: ThreadState,
  ): boolean {
    const found = pointedAt(sentence, at, languages);
    if (found === undefined || thread.holders[found.pointed] !== 'mine') return false;
    const { maybeThing, pointed } = found;
    const isThing =
      maybeThing === undefined
        ? pointed === thing
        : maybeThing &&
          (pointed === 'f' || pointed === 'm') &&
          (things.has(pointed) ||
            namesThing(sentence, at, pointed, languages) ||
            saidThing(thread.before, pointed, languages));
    if (isThing) return false;
    if (taken.has(pointed) && !mine) return false;
    return pointed !== 'x' || !(several || thread.gap > 0 || namesSeveral(sentence, at));
  }

  #holdAfter({ mine, others }: Reading, thread: ThreadState): void {
    if (mine) this.#hold(thread, 'mine');
    for (const gender of others) {
      const isApart = gender !== this.#gender && gender !== 'x' && this.#gender !== 'x';
      if (!mine || isApart) this.#holdOther(thread, gender, mine);
    }
  }

  /** Whose a name is that two people have. */
  #bearer(
    sentence: readonly SaidWord[],
    at: number,
    length: number,
    introduced: ReadonlyMap<number, Introduced>,
    thread: ThreadState,
  ): 'mine' | 'other' | 'unsure' {
    if (this.#called === undefined) return 'mine';
    const names = sentence.slice(at, at + length).map(({ word }) => word);
    const here = [...introduced.values()].filter((one) => one.names.some((name) => names.includes(name)));
    if (here.length > 0) {
      const mine = here.some(({ key }) => key === this.#called);
      thread.namesake = mine ? 'mine' : 'other';
      return thread.namesake;
    }
    const bearing = [...this.#bearers].filter(([, bearers]) =>
      [...bearers].some((name) => names.includes(name)),
    );
    if (bearing.every(([key]) => key === this.#called)) return 'mine';
    return thread.namesake ?? 'unsure';
  }

  /** True where one was asked for by what they are, and another of the name is something else. */
  #hasNamesakes(): boolean {
    return (
      this.#called !== undefined &&
      [...this.#bearers].some(
        ([key, names]) => key !== this.#called && [...names].some((name) => this.#isMine(name)),
      )
    );
  }

  /** Whom a relation means that stands without a name. */
  #bare({ key, relation }: Introduced): 'mine' | 'other' | 'unsure' {
    if (!this.#introducedAs.has(key)) return 'other';
    if (relation.several) return 'unsure';
    return this.#tells(key) ? 'mine' : 'unsure';
  }

  /** True where the relation alone tells who is meant: nobody else was called so. */
  #tells(key: string): boolean {
    const relation = relationOf(key.slice(key.lastIndexOf('|') + 1));
    const bearers = [...(this.#bearers.get(key) ?? [])];
    return relation !== undefined && !this.#plural.has(key) && bearers.every((name) => this.#isMine(name));
  }

  #hold({ holders }: ThreadState, who: 'mine'): void {
    const genders: readonly Gender[] = this.#gender === 'x' ? ['f', 'm', 'x'] : [this.#gender, 'x'];
    for (const gender of genders) holders[gender] = who;
    holders.any = who;
  }

  #holdOther({ holders }: ThreadState, gender: Gender, besideMine: boolean): void {
    const genders: readonly Gender[] = gender === 'x' ? ['f', 'm', 'x'] : [gender, 'x'];
    for (const one of genders) holders[one] = 'other';
    if (!besideMine) holders.any = 'other';
  }

  #bear(key: string, relation: Relation, names: readonly string[]): void {
    if (relation.gender !== 'x') this.#genders.set(key, relation.gender);
    const bearers = this.#bearers.get(key) ?? new Set();
    this.#bearers.set(key, bearers);
    for (const name of names) {
      bearers.add(name);
      if (!this.#isMine(name)) this.#others.set(name, relation.gender);
    }
  }

  #isSomebody(name: string): void {
    const [first, ...rest] = soughtName(name);
    if (first === undefined || this.#isMine(first)) return;
    if (rest.length === 0 || genderOfName(first) !== undefined) this.#others.set(first, genderOfName(first));
  }

  #isOther({ word }: SaidWord): boolean {
    return (this.#others.has(word) || genderOfName(word) !== undefined) && !this.#isMine(word);
  }

  /** True for a word that is the first or only one of a name of theirs. */
  #isMine(name: string): boolean {
    return this.#names.some((own) => own[0] === name || (own.length === 1 && `${own[0] ?? ''}s` === name));
  }

  #isSpeaker(speaker: string | null): boolean {
    if (speaker === null) return this.#isOwner;
    const said = soughtName(speaker);
    return this.#names.some(
      (own) =>
        own.every((word, n) => said[n] === word) ||
        (said.length > 0 && said.every((word, n) => own[n] === word)),
    );
  }
}

function nameLength(
  names: readonly SoughtName[],
  sentence: readonly SaidWord[],
  at: number,
  language: Parameters<typeof nameAt>[3],
): number {
  return names.reduce((most, name) => Math.max(most, nameAt(sentence, at, name, language)), 0);
}

function spoken(key: string): string {
  const cut = key.lastIndexOf('|');
  return cut === 0 ? key.slice(1) : `${key.slice(cut + 1)} of ${key.slice(0, cut)}`;
}
