import type { ConceptKind, Trust } from '@salience/contracts';
import type { AcceptedConcept, AcceptedRelation } from '../concepts/accept-concepts.ts';

/** A concept, as stored in `concepts`. */
export interface Concept {
  readonly id: string;
  readonly name: string;
  readonly kind: ConceptKind;
  readonly definition: string;
  readonly strength: number;
  readonly confidence: number;
  readonly mentions: number;
  /** The lowest of name and definition. */
  readonly trust: Trust;
  readonly nameTrust: Trust;
  readonly namedAt: Date;
  /** Null without a definition. */
  readonly definitionTrust: Trust | null;
  readonly source: string;
  readonly definedAt: Date | null;
  readonly definedBy: string | null;
  readonly firstSeenAt: Date;
  readonly lastSeenAt: Date;
  readonly createdAt: Date;
}

/** A name of a concept. Within a kind a name belongs to one concept. */
export interface ConceptName {
  readonly key: string;
  readonly kind: ConceptKind;
  readonly conceptId: string;
  readonly name: string;
  readonly trust: Trust;
}

/** A mention of a concept: at most one per exchange of an episode. */
export interface ConceptMention {
  readonly conceptId: string;
  readonly episodeId: string;
  readonly exchangeId: string | null;
  readonly key: string;
  readonly trust: Trust;
  readonly seenAt: Date;
}

/** The sign code of a name. */
export interface NameCode {
  readonly modelId: string;
  readonly code: Uint8Array;
}

/** A concept in an episode. */
export interface SaidConcept extends AcceptedConcept {
  readonly code: NameCode | null;
  /** Distances in bits to the codes of stored concepts, same model; distant ones may be missing. */
  readonly near: readonly { readonly conceptId: string; readonly distance: number }[];
}

/** The concepts and relations of an episode. */
export interface SaidEpisode {
  readonly episodeId: string;
  readonly source: string;
  readonly concepts: readonly SaidConcept[];
  readonly relations: readonly AcceptedRelation[];
}

/**
 * The stored concepts that the names may mean: those with one of the names or near one, all their names, every other name with one of
 * these keys, and the mentions of the current episodes.
 */
export interface KnownConcepts {
  readonly concepts: readonly Concept[];
  readonly names: readonly ConceptName[];
  readonly mentions: readonly ConceptMention[];
  /** The model of each concept's stored code. */
  readonly coded: readonly { readonly conceptId: string; readonly modelId: string }[];
}
