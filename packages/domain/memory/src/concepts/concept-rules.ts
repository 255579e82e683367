import type { RelationType } from '@salience/contracts';

/** The thresholds by which code judges what a model proposes for an episode's concepts (law 6). */
export interface ConceptRules {
  readonly name: string;
  readonly version: number;
  /** What the model is less sure of is left out. 0..1 */
  readonly confidenceMin: number;
  /** Share of a definition's words that must stand in what was said. 0..1 */
  readonly definitionSupportMin: number;
  /** What is left of the confidence in a relation whose ends were named in different exchanges. 0..1 */
  readonly acrossExchanges: number;
  readonly nameWordsMax: number;
  readonly conceptsMax: number;
  readonly relationsMax: number;
  /** Of these there is one at a time: what is said later ends what held before. */
  readonly functional: ReadonlySet<RelationType>;
  /** These are the same read from the other end. */
  readonly symmetric: ReadonlySet<RelationType>;
  /** Two names of one kind mean one thing when their vectors' cosine, estimated from sign codes, is at least this. */
  readonly sameThingMin: number;
  /** The same for names that are also spelled alike, or of which one contains the other. */
  readonly spelledAlikeMin: number;
}

/** The rules in force. A change of any number is a new version. */
export const conceptRules: ConceptRules = Object.freeze({
  name: 'concept',
  version: 2,
  confidenceMin: 0.4,
  definitionSupportMin: 0.7,
  acrossExchanges: 0.8,
  nameWordsMax: 6,
  conceptsMax: 24,
  relationsMax: 40,
  functional: new Set<RelationType>([
    'works-at',
    'works-as',
    'lives-in',
    'located-in',
    'born-in',
    'partner-of',
  ]),
  symmetric: new Set<RelationType>([
    'related-to',
    'knows',
    'relative-of',
    'sibling-of',
    'contradicts',
    'alternative-to',
  ]),
  sameThingMin: 0.9,
  spelledAlikeMin: 0.65,
});
