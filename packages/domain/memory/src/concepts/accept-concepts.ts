import {
  isTainted,
  kindOf,
  lowestTrust,
  relationTypeOf,
  saysNoMore,
  type ConceptKind,
  type ConceptProposal,
  type ExchangeId,
  type RelationType,
  type Trust,
} from '@salience/contracts';
import { type Beside, type BesideWords, besideWords, inheritedTrust } from '../inherited-trust.ts';
import { type Evidence, evidenceOf, togetherOf } from '../support/evidence.ts';
import { supportIn } from '../support/support-in.ts';
import { dayIn, isFunctionWord, nameKey, sameName, stemsOf, wordsOf } from '@salience/language';

import { type SourceWords, sourceWords, supportOf } from '../words.ts';
import { type ConceptRules, conceptRules } from './concept-rules.ts';

/** Something that was said, as concepts are read from it. */
export interface Passage {
  /** Null where it is no exchange. */
  readonly id: ExchangeId | null;
  readonly text: string;
  /** Who spoke; null is the agent's own person. */
  readonly speaker: string | null;
  readonly trust: Trust;
  readonly at: Date;
  /** The IANA time zone of who spoke: "tomorrow" goes by its calendar. */
  readonly zone: string;
}

/** That a concept was named in a passage, in these words. */
export interface AcceptedMention {
  readonly exchangeId: ExchangeId | null;
  readonly name: string;
  readonly trust: Trust;
  readonly at: Date;
}

/** A concept that stands in what was said. */
export interface AcceptedConcept {
  readonly name: string;
  /** Of the most trusted who called it so; of a name that nobody used, as of any words of a model (law 10). */
  readonly nameTrust: Trust;
  /** Null for the end of a relation that must be known from before. */
  readonly kind: ConceptKind | null;
  readonly aliases: readonly string[];
  readonly confidence: number;
  readonly definition: { readonly text: string; readonly trust: Trust; readonly at: Date } | null;
  /** At least one. */
  readonly mentions: readonly AcceptedMention[];
}

/** A relation whose ends stand in what was said. */
export interface AcceptedRelation {
  /** Places in the list of concepts. */
  readonly from: number;
  readonly to: number;
  readonly type: RelationType;
  readonly confidence: number;
  /** It was said to be over. */
  readonly denies: boolean;
  readonly functional: boolean;
  readonly symmetric: boolean;
  readonly statements: readonly {
    readonly exchangeId: ExchangeId | null;
    readonly trust: Trust;
    readonly at: Date;
  }[];
}

/** What is kept of a proposal, and how much was refused and why: numbers only. */
export interface AcceptedConcepts {
  readonly concepts: readonly AcceptedConcept[];
  readonly relations: readonly AcceptedRelation[];
  readonly refused: {
    readonly unsupported: number;
    readonly doubtful: number;
    readonly repeated: number;
    readonly excess: number;
    /** Relations that say only that two names were said together: that is read from their mentions. */
    readonly derived: number;
  };
}

/** The name of the agent's own person in the graph. */
const ownPerson = 'user';
const selfWords = new Set(['i', 'me', 'my', 'myself', 'user', 'speaker', 'person']);

interface Said extends Passage {
  readonly stems: readonly string[];
  readonly words: SourceWords;
  readonly evidence: Evidence;
  readonly by: string;
}

/** What was said, and what else the model saw while it worded. */
interface Ground {
  readonly said: readonly Said[];
  readonly besides: BesideWords;
}

/**
 * Decides what is kept of a proposal for an episode (law 6): names that were said in one piece, definitions that stand in what was
 * said, relations whose ends were both named, or one of them spoke. That two were named together is no relation: it is derived from
 * their mentions (`mentioned_together`). What an agent answered is no passage, so that what it recalled is not learned again. A
 * definition has the trust of the passages it rests on, and of what of the texts `beside` it takes words from (law 10). Same
 * input, same output.
 */
export function acceptConcepts(
  proposal: ConceptProposal,
  passages: readonly Passage[],
  beside: readonly Beside[] = [],
  rules: ConceptRules = conceptRules,
): AcceptedConcepts {
  const besides = besideWords(beside);
  const refused = { unsupported: 0, doubtful: 0, repeated: 0, excess: 0, derived: 0 };
  const said: Said[] = passages.map((passage) => ({
    ...passage,
    stems: stemsOf(passage.text),
    words: sourceWords([passage.text, passage.speaker]),
    evidence: evidenceOf(
      [passage.text],
      dayIn(passage.at, passage.zone),
      passage.speaker === null ? [] : [wordsOf(passage.speaker).join(' ')],
    ),
    by: passage.speaker ?? ownPerson,
  }));
  const list = createList();
  for (const proposed of proposal.concepts.toSorted(byConfidence)) {
    const name = ownName(proposed.name);
    const known = list.all[list.placeOf(name) ?? -1];
    if (proposed.confidence < rules.confidenceMin) refused.doubtful += 1;
    else if (known !== undefined && known.kind === kindOf(proposed.kind)) refused.repeated += 1;
    else if (list.all.length >= rules.conceptsMax) refused.excess += 1;
    else {
      const concept = conceptOf({ ...proposed, name }, { said, besides }, rules);
      if (concept === undefined) refused.unsupported += 1;
      else list.add(concept);
    }
  }
  const relations: AcceptedRelation[] = [];
  for (const proposed of proposal.relations.toSorted(byConfidence)) {
    if (proposed.confidence < rules.confidenceMin) refused.doubtful += 1;
    else if (relations.length >= rules.relationsMax) refused.excess += 1;
    else {
      const relation = relationOf(proposed, list, { said, besides }, rules);
      if (relation === undefined) refused.unsupported += 1;
      else if (relation === 'derived') refused.derived += 1;
      else if (relations.some((other) => isSame(other, relation))) refused.repeated += 1;
      else relations.push(relation);
    }
  }
  return { concepts: list.all, relations, refused };
}

/** Accepted concepts with where each of their names stands; of two of one name the first. */
interface ConceptList {
  readonly all: readonly AcceptedConcept[];
  /** Takes one in and returns its place. */
  add(concept: AcceptedConcept): number;
  placeOf(name: string): number | undefined;
}

function createList(): ConceptList {
  const all: AcceptedConcept[] = [];
  const places = new Map<string, number>();
  return {
    all,
    add(concept) {
      const place = all.push(concept) - 1;
      for (const name of [concept.name, ...concept.aliases]) {
        if (!places.has(nameKey(name))) places.set(nameKey(name), place);
      }
      return place;
    },
    placeOf: (name) => places.get(nameKey(name)),
  };
}

// Sorting is stable: of equals the model's first stays first.
function byConfidence(a: { readonly confidence: number }, b: { readonly confidence: number }): number {
  return b.confidence - a.confidence;
}

function isSame(a: AcceptedRelation, b: AcceptedRelation): boolean {
  return a.type === b.type && a.from === b.from && a.to === b.to;
}

function conceptOf(
  proposed: ConceptProposal['concepts'][number],
  { besides, said }: Ground,
  rules: ConceptRules,
): AcceptedConcept | undefined {
  const { confidence, name } = proposed;
  const kind = kindOf(proposed.kind);
  if (kind === 'time' || !namesSomething(name, rules)) return undefined;
  const aliases = [...new Set(proposed.aliases.map(ownName))].filter(
    (alias) =>
      !sameName(alias, name) && namesSomething(alias, rules) && said.some((one) => isNamedIn(alias, one)),
  );
  const mentions = mentionsOf(name, aliases, said);
  if (mentions.length === 0) return undefined;
  return {
    name,
    nameTrust: nameTrustOf(name, mentions, { said, besides }),
    kind,
    aliases,
    confidence,
    definition: definitionOf(proposed.definition, { said, besides }, rules),
    mentions,
  };
}

function relationOf(
  { confidence, ended, type: word, ...ends }: ConceptProposal['relations'][number],
  list: ConceptList,
  ground: Ground,
  rules: ConceptRules,
): AcceptedRelation | 'derived' | undefined {
  const { said } = ground;
  const from = endOf(ends.from, list, ground, rules);
  const to = from === undefined ? undefined : endOf(ends.to, list, ground, rules);
  if (from === undefined || to === undefined || from === to) return undefined;
  const stated = statementOf(list.all, from, to, said);
  if (stated === undefined) return undefined;
  // Their mentions say as much. That two things no longer have to do with each other, no mention says.
  if (saysNoMore(word) && !ended && areMentionedIn(stated.id, [list.all[from], list.all[to]]))
    return 'derived';
  const type = relationTypeOf(word);
  return {
    from,
    to,
    type,
    denies: ended,
    confidence: stated.together ? confidence : confidence * rules.acrossExchanges,
    functional: rules.functional.has(type),
    symmetric: rules.symmetric.has(type),
    statements: [{ exchangeId: stated.id, trust: stated.trust, at: stated.at }],
  };
}

/** An accepted concept, or a name that the proposal did not list: it must be known from before, and is named here at least. */
function endOf(raw: string, list: ConceptList, ground: Ground, rules: ConceptRules): number | undefined {
  const { said } = ground;
  const name = ownName(raw);
  const place = list.placeOf(name);
  if (place !== undefined) return place;
  const mentions = namesSomething(name, rules) ? mentionsOf(name, [], said) : [];
  if (mentions.length === 0) return undefined;
  // Whoever speaks is a person, whether the proposal says so or not.
  const speaks = said.some(({ by }) => sameName(by, name));
  return list.add({
    name,
    nameTrust: nameTrustOf(name, mentions, ground),
    kind: speaks ? 'person' : null,
    aliases: [],
    confidence: 0.5,
    definition: null,
    mentions,
  });
}

/** Whose word counts more, the least first: of two of equal standing the one of whom it is known who they are. */
const believed: readonly Trust[] = ['external', 'agent', 'unverified', 'user', 'owner'];

/** The trust of whoever calls it so: a passage that says the name, or one whose speaker has it. */
function nameTrustOf(name: string, mentions: readonly AcceptedMention[], { besides, said }: Ground): Trust {
  const callers = [
    ...mentions.filter((mention) => mention.name === name),
    ...said.filter(({ by }) => sameName(by, name)),
  ];
  const highest = Math.max(...callers.map(({ trust }) => believed.indexOf(trust)));
  if (callers.length > 0) return believed[highest] ?? 'external';
  const inside = said.filter(({ trust }) => !isTainted(trust));
  const ground = sourceWords(inside.map(({ text }) => text));
  const outside = said.filter(({ trust }) => isTainted(trust));
  return inheritedTrust(name, ground, lowestTrust(mentions.map(({ trust }) => trust)), [
    ...besides,
    ...outside,
  ]);
}

/** Where it was named; for one who only speaks, where that one spoke first. */
function mentionsOf(name: string, aliases: readonly string[], said: readonly Said[]): AcceptedMention[] {
  const mentions = said.flatMap((one): AcceptedMention[] => {
    const used = [name, ...aliases].find((word) => isNamedIn(word, one));
    return used === undefined ? [] : [{ exchangeId: one.id, name: used, trust: one.trust, at: one.at }];
  });
  if (mentions.length > 0) return mentions;
  const spoke = said.find(({ by }) => sameName(by, name));
  return spoke === undefined ? [] : [{ exchangeId: spoke.id, name, trust: spoke.trust, at: spoke.at }];
}

/** The definition with the trust of the passage that carries it, or of all of them where it takes several. */
function definitionOf(
  text: string,
  { besides, said }: Ground,
  rules: ConceptRules,
): AcceptedConcept['definition'] {
  if (text.trim() === '') return null;
  let best: { support: number; one: Said } | undefined;
  for (const one of said) {
    const support = Math.max(supportOf(text, one.words), supportIn(text, one.evidence));
    if (best === undefined || support > best.support) best = { support, one };
  }
  if (best === undefined) return null;
  if (best.support >= rules.definitionSupportMin) {
    const { at, trust, words } = best.one;
    return {
      text,
      trust: inheritedTrust(text, words, trust, [...besides, ...outsideOf(said, best.one)]),
      at,
    };
  }
  const all = sourceWords(said.flatMap(({ speaker, text: words }) => [words, speaker]));
  const evidence = togetherOf(said.map((one) => one.evidence));
  if (Math.max(supportOf(text, all), supportIn(text, evidence)) < rules.definitionSupportMin) return null;
  const own = lowestTrust(said.map(({ trust }) => trust));
  return { text, trust: inheritedTrust(text, all, own, besides), at: best.one.at };
}

/** The other passages, where they came from outside. */
function outsideOf(said: readonly Said[], one: Said): BesideWords {
  return said.filter((other) => other !== one && isTainted(other.trust));
}

/** The passage that states a relation: the first with both ends, else the later of two that have one each. */
function statementOf(
  concepts: readonly AcceptedConcept[],
  from: number,
  to: number,
  said: readonly Said[],
): { id: ExchangeId | null; trust: Trust; at: Date; together: boolean } | undefined {
  const has = (place: number, one: Said): boolean => {
    const concept = concepts[place];
    if (concept === undefined) return false;
    return (
      sameName(one.by, concept.name) ||
      [concept.name, ...concept.aliases].some((name) => isNamedIn(name, one))
    );
  };
  const both = said.find((one) => has(from, one) && has(to, one));
  if (both !== undefined) return { id: both.id, trust: both.trust, at: both.at, together: true };
  const [a, b] = [said.find((one) => has(from, one)), said.find((one) => has(to, one))];
  if (a === undefined || b === undefined) return undefined;
  const later = a.at.getTime() > b.at.getTime() ? a : b;
  return { id: later.id, trust: lowestTrust([a.trust, b.trust]), at: later.at, together: false };
}

/** True where an exchange has a mention of each: one who only speaks is mentioned where that one spoke first. */
function areMentionedIn(
  exchangeId: ExchangeId | null,
  concepts: readonly (AcceptedConcept | undefined)[],
): boolean {
  if (exchangeId === null) return false;
  return concepts.every((one) => one?.mentions.some((mention) => mention.exchangeId === exchangeId) === true);
}

function namesSomething(name: string, rules: ConceptRules): boolean {
  const words = name.trim().split(/\s+/u);
  return (
    words.length <= rules.nameWordsMax &&
    /\p{L}{2}|\p{L}[+#]|[\p{Script=Han}]/u.test(name) &&
    !stemsOf(name).every(isFunctionWord)
  );
}

/** True where the words of a name stand one after another in a passage. */
function isNamedIn(name: string, { stems }: Said): boolean {
  const wanted = stemsOf(name);
  if (wanted.length === 0) return false;
  for (let at = 0; at + wanted.length <= stems.length; at += 1) {
    if (wanted.every((stem, n) => stems[at + n] === stem)) return true;
  }
  return false;
}

/** Without the article that only the sentence needs. */
function ownName(raw: string): string {
  const name = raw.trim();
  if (selfWords.has(name.toLowerCase())) return ownPerson;
  return name.replace(/^(?:the|an?|my|our|your|his|her|their)\s+(?=\S)/iu, '');
}
