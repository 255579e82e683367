import { z } from 'zod';

/**
 * What sort of thing something with a name is: the one list for what an exchange names and for concepts. Concepts of one name and
 * different kinds are different concepts; a time is never one.
 */
export const kinds = [
  'person',
  'place',
  'organisation',
  'event',
  'activity',
  'thing',
  'idea',
  'time',
] as const;
export type ConceptKind = (typeof kinds)[number];

// What models call the same.
const kindWords: Readonly<Record<string, ConceptKind>> = {
  people: 'person',
  human: 'person',
  animal: 'thing',
  location: 'place',
  city: 'place',
  country: 'place',
  organization: 'organisation',
  company: 'organisation',
  institution: 'organisation',
  appointment: 'event',
  hobby: 'activity',
  object: 'thing',
  food: 'thing',
  product: 'thing',
  concept: 'idea',
  topic: 'idea',
  date: 'time',
  day: 'time',
};

/** The kind that a word means; what is none is a thing. */
export function kindOf(word: string): ConceptKind {
  const name = word.trim().toLowerCase();
  return (
    kinds.find((kind) => kind === name) ??
    (Object.hasOwn(kindWords, name) ? kindWords[name] : undefined) ??
    'thing'
  );
}

/** A word of a list: the model is given the list, and code accepts other words too. */
export function wordOf(list: readonly string[]) {
  return z
    .string()
    .min(1)
    .max(60)
    .meta({ enum: [...list] });
}

/** How two concepts can be connected. Read as "from … to": an oak is-a tree. */
export const relationTypes = [
  'is-a',
  'part-of',
  'related-to',
  'prerequisite-for',
  'enables',
  'used-for',
  'uses',
  'contradicts',
  'alternative-to',
  'located-in',
  'lives-in',
  'born-in',
  'works-at',
  'works-as',
  'knows',
  'partner-of',
  'parent-of',
  'child-of',
  'sibling-of',
  'relative-of',
  'owns',
  'likes',
  'dislikes',
  'allergic-to',
  'takes-part-in',
] as const;
export type RelationType = (typeof relationTypes)[number];

const relationWords: Readonly<Record<string, RelationType>> = Object.fromEntries(
  Object.entries({
    'lives-in': 'moved-to resides-in living-in home-in based-in',
    'located-in': 'in at is-in located-at',
    'works-at': 'works-for employed-by employed-at employer',
    'works-as': 'job occupation profession has-job',
    knows:
      'friend-of friends-with friend colleague-of colleague neighbour-of neighbor-of boss-of works-with met',
    'partner-of': 'married-to spouse-of wife-of husband-of partner dating girlfriend-of boyfriend-of',
    'parent-of': 'mother-of father-of',
    'child-of': 'son-of daughter-of',
    'sibling-of': 'sister-of brother-of sister brother sibling siblings',
    'relative-of':
      'mother father parent son daughter child family family-of aunt-of uncle-of cousin-of cousin grandmother-of grandfather-of relative has-mother has-father has-son has-daughter has-child',
    owns: 'has has-pet bought possesses',
    likes: 'loves enjoys prefers interested-in fan-of',
    dislikes: 'hates',
    'allergic-to': 'has-allergy allergy intolerant-to',
    'takes-part-in': 'participates-in attends plays studies does practises practices member-of',
    uses: 'drives uses-tool',
    'born-in': 'born-at',
    'is-a': 'is instance-of type-of kind-of',
    'part-of': 'belongs-to contains',
    'related-to': 'relates-to associated-with connected-to connected-with linked-to mentioned-with',
  } satisfies Partial<Record<RelationType, string>>).flatMap(([type, words]) =>
    words.split(' ').map((word) => [word, type as RelationType] as const),
  ),
);

/** The relation that a word means, whatever joins its parts ("allergic_to"); what is none relates two things and says no more. */
export function relationTypeOf(word: string): RelationType {
  return knownRelation(word) ?? 'related-to';
}

/** True for a word that says only that two things have to do with each other: "related to", but not a word that is in no list. */
export function saysNoMore(word: string): boolean {
  return knownRelation(word) === 'related-to';
}

function knownRelation(word: string): RelationType | undefined {
  const name = word
    .trim()
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, '-')
    .toLowerCase()
    .replace(/[\s_]+/gu, '-');
  const known = relationTypes.find((type) => type === name);
  return known ?? (Object.hasOwn(relationWords, name) ? relationWords[name] : undefined);
}

const unit = z.number().min(0).max(1);
const name = z.string().min(1).max(120);

/** What a model proposes for an episode; code decides what of it is kept. All scores 0..1. */
export const conceptProposalSchema = z.object({
  concepts: z
    .array(
      z.object({
        name,
        kind: wordOf(kinds.filter((kind) => kind !== 'time')),
        /** What was said of it, in a sentence; empty where nothing was. */
        definition: z.string().max(400).default(''),
        /** Other names that were used for it. */
        aliases: z.array(name).max(4).default([]),
        confidence: unit.default(0.8),
      }),
    )
    .max(40),
  relations: z
    .array(
      z.object({
        from: name,
        type: wordOf(relationTypes),
        to: name,
        confidence: unit.default(0.8),
        /** It was said that this is over. */
        ended: z.boolean().default(false),
      }),
    )
    .max(60)
    .default([]),
});
export type ConceptProposal = z.infer<typeof conceptProposalSchema>;
