import type { ConceptKind, Trust } from '@salience/contracts';
import type { AcceptedConcept, AcceptedRelation } from '../concepts/accept-concepts.ts';

/** A concept as `concepts` keeps it. */
export interface Concept {
  readonly id: string;
  readonly name: string;
  readonly kind: ConceptKind;
  readonly definition: string;
  readonly strength: number;
  readonly confidence: number;
  readonly mentions: number;
  /** Of the words that are shown: the lowest of name and definition. */
  readonly trust: Trust;
  readonly nameTrust: Trust;
  readonly namedAt: Date;
  /** Null where there is no definition. */
  readonly definitionTrust: Trust | null;
  readonly source: string;
  readonly definedAt: Date | null;
  readonly definedBy: string | null;
  readonly firstSeenAt: Date;
  readonly lastSeenAt: Date;
  readonly createdAt: Date;
}

/** A name that a concept goes by. A name belongs to one concept of a kind. */
export interface ConceptName {
  readonly key: string;
  readonly kind: ConceptKind;
  readonly conceptId: string;
  readonly name: string;
  readonly trust: Trust;
}

/** Where a concept was mentioned: once in an exchange of an episode. */
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

/** A concept that an episode speaks of. */
export interface SaidConcept extends AcceptedConcept {
  readonly code: NameCode | null;
  /** Stored concepts with codes of the same model, and in how many bits they differ; those that are too far may be missing. */
  readonly near: readonly { readonly conceptId: string; readonly distance: number }[];
}

/** What an episode says of concepts. */
export interface SaidEpisode {
  readonly episodeId: string;
  readonly source: string;
  readonly concepts: readonly SaidConcept[];
  readonly relations: readonly AcceptedRelation[];
}

/**
 * What is stored of the concepts that may be meant: those that have one of the names said or are near one, all their names, every other
 * name with a key of these, and the mentions of the episodes that speak now.
 */
export interface KnownConcepts {
  readonly concepts: readonly Concept[];
  readonly names: readonly ConceptName[];
  readonly mentions: readonly ConceptMention[];
  /** Of which model the stored code of a concept is. */
  readonly coded: readonly { readonly conceptId: string; readonly modelId: string }[];
}
