export type { AcceptedChunk } from './accept-chunk.ts';
export type { ChunkSource } from './chunk-source.ts';
export { acceptChunk } from './accept-chunk.ts';
export { keepAsAsked, noteFact } from './keep-as-asked.ts';
export { nothingToKeep, tellsNothing } from './nothing/nothing-to-keep.ts';
export { areUntold, untoldEpisode } from './nothing/untold-episode.ts';
export type { ChunkRules } from './chunk-rules.ts';
export type { EpisodeEmotion, EpisodeFields } from './episode-fields.ts';
export type { EpisodeRules } from './episode-rules.ts';
export { type ExperienceDraft, type ExperienceSource, formExperience } from './experience.ts';
export { type ExperienceRules, experienceRules } from './experience-rules.ts';
export type { EpisodeDraft, EpisodeSource } from './form-episode.ts';
export { formEpisode } from './form-episode.ts';
export {
  isWorthListening,
  listenPerDayDefault,
  type ListeningRule,
  wordsAlone,
} from './batches/listening.ts';
export { putsRight } from './batches/puts-right.ts';
export {
  confidenceOfReply,
  confidenceOfResult,
  lowConfidence,
  type ReplyConfidence,
  supportOf,
} from './confidence/confidence.ts';
export { toldResults } from './confidence/told-results.ts';
export { type Cut, cutStretches, type Place, type Stretch, tellFrom } from './batches/cut-stretches.ts';
export type { Beside } from './inherited-trust.ts';
export type { WorldRows, WorldStateItem, WorldStateSource } from './world-state.ts';
export { type ProposedZone, proposedZone } from './proposed-zone.ts';
export { type UntoldZone, untoldZone } from './untold-zone.ts';
export { collectWorldState, countWorld, toldWorld, worldSources } from './world-state.ts';
export { keysToOffer, keyWords } from './trait-keys.ts';
export { type EndedIn, type EndedStatement, endMark, endOf, markEnded, type ToldText } from './ended.ts';
export { type AheadRow, movedTimes, type OverRow } from './moved-times.ts';
export { overIn } from './world-contradiction.ts';
export { chooseTraits, type KnownTrait, traitsOfThen } from './traits.ts';

export { acceptThought, type ProposedThought, type ThoughtRefusal } from './drift/accept-thought.ts';
export { type ChosenSeed, chooseSeed, type SeedCandidate } from './drift/choose-seed.ts';
export {
  type ActivatedConcept,
  type ConceptLink,
  type DriftMaterial,
  type FoundMaterial,
  gatherMaterial,
  type GroundingEpisode,
  type NoMaterial,
} from './drift/drift-material.ts';
export {
  type SayableThought,
  type SayingState,
  thoughtToSay,
  type Unsaid,
} from './drift/worth-saying.ts';
export { driftRules, type SeedStrategy, type ThoughtType } from './drift/drift-rules.ts';
export { type Draw, driftPauseMs, type DriftState, type DriftStop, driftStop } from './drift/drift-timing.ts';
export { type AskedFact, factAskedFor } from './retrieval/asked-fact.ts';
export { CodeIndex, type CodedItem, type NearItem } from './retrieval/code-index.ts';
export { joinCodes, type SearchedCodes } from './retrieval/joined-codes.ts';
export {
  meanFigures,
  measureRanking,
  type RankedTurn,
  type RetrievalFigures,
} from './retrieval/measure.ts';
export {
  type Candidate,
  type RankedHit,
  rankMemories,
  type RetrievalQuestion,
  type SessionEvidence,
  weightedSum,
} from './retrieval/rank.ts';

export { inFirstPerson } from './retrieval/first-person.ts';
export { type FoundItem, likelyBest } from './retrieval/likely-best.ts';
export {
  findByWords,
  isAskedFor,
  rareStems,
  type WordMatch,
  type WordQuery,
} from './retrieval/words/find-by-words.ts';
export { besideUnheld, type ThreadPlace } from './retrieval/words/hand-on.ts';
export { JoinedWords, type UnheldCounts } from './retrieval/words/joined-words.ts';
export {
  type IndexedItem,
  type SearchedWords,
  WordIndex,
  type WordKind,
} from './retrieval/words/word-index.ts';
export {
  EndedIndex,
  type EndedSource,
  type MadeFrom,
  type RestsOn,
} from './retrieval/ended/ended-index.ts';
export { edgesIn } from './retrieval/graph/graph-edges.ts';
export { graphEvidence, type LedTo, seedsMax, togetherMin } from './retrieval/graph/graph-evidence.ts';
export { type GraphConcept, GraphIndex, type GraphRows } from './retrieval/graph/graph-index.ts';
export type { GraphMention } from './retrieval/graph/mentions.ts';
export { type Activated, type Edge, spreadActivation, spreadRules } from './retrieval/graph/spread.ts';
export { type ActivationFrame, activationFrames } from './retrieval/graph/activation-frames.ts';
export type { GraphRelation } from './retrieval/graph/stated-relations.ts';
export {
  decodeMemoryImage,
  encodeMemoryImage,
  type MemoryIndexes,
} from './retrieval/image/memory-image.ts';
export { bitsApart, signCode } from './retrieval/sign-code.ts';
export { type ScorePart, scoreParts } from './retrieval/score-parts.ts';
export {
  type RetrievalFactor,
  retrievalFactors,
  type RetrievalWeights,
  retrievalWeights,
} from './retrieval/weights.ts';
export { type DecayingItem, retrievalWeight } from './decay.ts';
export {
  type AcceptedBiography,
  type AcceptedStatement,
  acceptBiography,
  type RefusalReason,
} from './biography/accept-biography.ts';
export {
  type BiographyItem,
  type BiographyMaterial,
  biographyBrief,
  markedItems,
} from './biography/material.ts';
export {
  preferenceNow,
  scenariosOf,
  type ToolDay,
  type ToolScenario,
  toolPreference,
} from './biography/tool-profile.ts';
export {
  type AcceptedConcept,
  type AcceptedConcepts,
  type AcceptedMention,
  type AcceptedRelation,
  acceptConcepts,
  type Passage,
} from './concepts/accept-concepts.ts';
export { type ConceptRules, conceptRules } from './concepts/concept-rules.ts';
export type { Changes } from './settling/changes.ts';
export {
  settleTraits,
  type SettledTraits,
  type Trait,
  type TraitHistory,
  type TraitStatement,
} from './settling/traits.ts';
export { denialOf, type Fact, type FactDenial, factKey, settleFacts } from './settling/facts.ts';
export type {
  Concept,
  ConceptMention,
  ConceptName,
  KnownConcepts,
  NameCode,
  SaidConcept,
  SaidEpisode,
} from './settling/concept-rows.ts';
export { type EpisodeOutcome, settleConcepts } from './settling/concepts.ts';
export { type ConceptLeft, unlearnConcepts } from './settling/forgotten-concepts.ts';
export {
  lineKey,
  type Relation,
  type RelationLine,
  type RelationStatement,
  settleRelations,
} from './settling/relations.ts';
export {
  dayBegan,
  decideExperience,
  type ExperienceDecision,
  type WaitingExperience,
} from './settling/experience.ts';
export { type AuditSample, auditSample } from './audit.ts';
export { PersonSearch } from './forgetting/about-a-person.ts';
export type { AboutTurn, AboutWhy, PersonKnown, SaidTurn, SoughtPerson } from './forgetting/person-types.ts';
export { type SoughtStatement, StatementSearch, type StoredFact } from './forgetting/stating.ts';
