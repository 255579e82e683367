import { ownerOf, type Relation, relationOf, tellsOfMore } from '@salience/language';
import { maybeName } from './given-names.ts';
import type { SaidWord } from './said-words.ts';

/** A relation that a text names, with the names that stand with it. */
export interface Introduced {
  readonly key: string;
  readonly relation: Relation;
  readonly names: readonly string[];
}

/** Of whose relation it is and which. */
export function keyOf(owner: string, relation: Relation): string {
  return `${owner}|${relation.name}`;
}

/** A relation in a sentence. */
export interface FoundRelation extends Introduced {
  readonly at: number;
  /** It says what somebody is: "Ana is a friend". */
  readonly isPredicate: boolean;
}

const naming = new Set(
  'called named name is s heisst namens ist appelle est llama es chama chamada se si chiama e'.split(' '),
);
const plainIs = new Set('is ist est es e s'.split(' '));
const copula = /^(?:is|was|are|ist|war|est|etait|es|era|e|who|that|s)$/u;

/**
 * The relations that a sentence names, with the names that stand with them. `isSought` tells a name that is looked for, which counts
 * in any spelling and place; any other needs a capital.
 */
export function introducedIn(
  sentence: readonly SaidWord[],
  speaker: string,
  isSought: (at: number) => boolean,
): FoundRelation[] {
  const found: FoundRelation[] = [];
  for (const [at, { word }] of sentence.entries()) {
    const relation = relationOf(word);
    if (relation === undefined) continue;
    const owned = ownedBy(sentence, at, relation, speaker);
    if (owned === undefined) continue;
    const after = namesAfter(sentence, at, isSought);
    const before = namesBefore(sentence, owned.from, isSought);
    const names = [...after, ...before];
    const key = keyOf(owned.owner, relation);
    const isPredicate = copula.test(sentence[owned.from - 1]?.word ?? '');
    if (owned.owner === unknown) {
      found.push({ at, key, relation, names, isPredicate });
      continue;
    }
    // "My other sister", "one of my sisters": there are more.
    if (owned.hasMore || (relation.several && names.length === 0)) {
      found.push({
        at,
        key,
        relation: { ...relation, several: true },
        names: names.length > 0 ? names : [],
        isPredicate,
      });
      continue;
    }
    found.push({ at, key, relation, names, isPredicate });
  }
  return found;
}

const unknown = '?';

function ownedBy(
  sentence: readonly SaidWord[],
  at: number,
  relation: Relation,
  speaker: string,
): { readonly owner: string; readonly from: number; readonly hasMore: boolean } | undefined {
  let hasMore = false;
  for (let back = at - 1; back >= Math.max(0, at - 3); back -= 1) {
    const { isCapital, isOwner, word } = sentence[back] as SaidWord;
    if (/[.,;:!?()]/u.test(sentence[back + 1]?.gap ?? '')) break;
    if (isOwner && isCapital) return { owner: word, from: back, hasMore };
    if (tellsOfMore(word)) hasMore = true;
    const owner = ownerOf(word);
    if (owner === 'me' || owner === 'you') return { owner: speaker, from: back, hasMore };
    if (owner === 'third') return { owner: unknown, from: back, hasMore };
    if (owner === 'the' || (owner === 'some' && !hasMore)) {
      const whose = ownerAfter(sentence, at);
      if (whose !== undefined) return { owner: whose, from: back, hasMore };
      // "La mia sorella" has its owner between; "the landlord" is the speaker's.
      return owner === 'the' && relation.isRole
        ? { owner: speaker, from: back, hasMore }
        : { owner: unknown, from: back, hasMore };
    }
  }
  const whose = ownerAfter(sentence, at);
  if (whose !== undefined) return { owner: whose, from: at, hasMore };
  const said = sentence[at] as SaidWord;
  // "Mum is here", "Tell Dad": a name in its way.
  if (/^(?:mother|father|grandmother|grandfather)$/u.test(relation.name) && said.isCapital)
    return { owner: speaker, from: at, hasMore };
  return undefined;
}

function ownerAfter(sentence: readonly SaidWord[], at: number): string | undefined {
  const [of, whose] = [sentence[at + 1], sentence[at + 2]];
  if (of === undefined || whose === undefined || !/^(?:von|of|de|di|du|do|da|del|d)$/u.test(of.word))
    return undefined;
  return maybeName(whose.raw, whose.word) ? whose.word : undefined;
}

function namesAfter(sentence: readonly SaidWord[], at: number, isSought: (at: number) => boolean): string[] {
  let place = at + 1;
  let named = 0;
  let onlyIs = true;
  while (named < 3 && naming.has(sentence[place]?.word ?? '') && !(sentence[place]?.isCapital === true)) {
    onlyIs &&= plainIs.has(sentence[place]?.word ?? '');
    named += 1;
    place += 1;
  }
  const said = sentence[place];
  if (said === undefined || /[;:]/u.test(said.gap)) return [];
  if (isSought(place)) return [said.word, ...alsoNamed(sentence, place)];
  const isStated = named === 0 || !onlyIs;
  // "My sister, Tom and I": a comma makes somebody else of the next name.
  if (!isStated || said.isFirst || (named === 0 && said.gap.includes(','))) return [];
  return maybeName(said.raw, said.word) ? [said.word, ...alsoNamed(sentence, place)] : [];
}

/** "My sisters Lea and Ana": the second name. */
function alsoNamed(sentence: readonly SaidWord[], place: number): string[] {
  const [and, other] = [sentence[place + 1], sentence[place + 2]];
  if (and === undefined || other === undefined || !/^(?:and|und|et|y|e)$/u.test(and.word)) return [];
  const isOfSeveral = sentence
    .slice(Math.max(0, place - 3), place)
    .some(({ word }) => relationOf(word)?.several === true);
  return isOfSeveral && maybeName(other.raw, other.word) ? [other.word] : [];
}

function namesBefore(
  sentence: readonly SaidWord[],
  from: number,
  isSought: (at: number) => boolean,
): string[] {
  let place = from - 1;
  const gap = sentence[from]?.gap ?? '';
  let steps = 0;
  while (steps < 2 && copula.test(sentence[place]?.word ?? '')) {
    place -= 1;
    steps += 1;
  }
  const said = sentence[place];
  if (said === undefined || (steps === 0 && !/[,(–-]/u.test(gap) && !said.isOwner)) return [];
  if (steps === 0 && said.isOwner && !/[,(–-]/u.test(gap)) return [];
  if (isSought(place)) return [said.word];
  return steps > 0 && maybeName(said.raw, said.word) ? [said.word] : [];
}
