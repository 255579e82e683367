import {
  type BiographyPromptInput,
  type ChunkPromptInput,
  type CompactPromptInput,
  type ConceptPromptInput,
  type CriticPromptInput,
  type DriftPromptInput,
  type EpisodePromptInput,
  type ExperiencePromptInput,
  type Prompt,
  renderBiographyPrompt,
  renderChunkPrompt,
  renderCompactPrompt,
  renderConceptPrompt,
  renderCriticPrompt,
  renderDriftPrompt,
  renderEpisodePrompt,
  renderExperiencePrompt,
  type ReflectPromptInput,
  renderReflectPrompt,
  renderStretchPrompt,
  renderTiebreakPrompt,
  renderTriagePrompt,
  shownBiography,
  shownChunk,
  shownCompact,
  shownConcepts,
  shownDrift,
  shownEpisode,
  shownExperience,
  shownStretch,
  shownTriage,
  type StretchPromptInput,
  type TiebreakPromptInput,
  type TriagePromptInput,
} from '@salience/context';
import { loadNlp, type ObjectRole, type RoleObjects, tagger } from '@salience/llm';
import {
  breakTie,
  noReview,
  noteSteps,
  proposeBiography,
  proposeChunk,
  proposeConcepts,
  proposeEpisode,
  proposeExperience,
  proposeThought,
  secondOpinion,
  triageOffline,
} from '@salience/offline';

/** What each role that answers with an object is asked with. */
interface RoleInputs extends Record<ObjectRole, unknown> {
  readonly tiebreak: TiebreakPromptInput;
  readonly compact: CompactPromptInput;
  readonly critic: CriticPromptInput;
  readonly triage: TriagePromptInput;
  readonly chunk: ChunkPromptInput;
  readonly stretch: StretchPromptInput;
  readonly episode: EpisodePromptInput;
  readonly concept: ConceptPromptInput;
  readonly experience: ExperiencePromptInput;
  readonly biography: BiographyPromptInput;
  readonly drift: DriftPromptInput;
  readonly reflect: ReflectPromptInput;
}

/** What a role is asked with. */
export type RoleInput<R extends ObjectRole> = RoleInputs[R];
/** What a role answers. */
export type RoleObject<R extends ObjectRole> = RoleObjects[R];

/** A role in its two ways: the prompt that a language model reads, and the function that answers offline. */
interface RoleWays<R extends ObjectRole> {
  render(input: RoleInput<R>): Prompt;
  offline(input: RoleInput<R>): RoleObject<R> | Promise<RoleObject<R>>;
}

/** Every role that answers with an object. Offline reads values as clean and as short as a prompt shows them. */
export const roleWays: { readonly [R in ObjectRole]: RoleWays<R> } = {
  tiebreak: { render: renderTiebreakPrompt, offline: breakTie },
  compact: { render: renderCompactPrompt, offline: offlineCompact },
  critic: { render: renderCriticPrompt, offline: secondOpinion },
  triage: { render: renderTriagePrompt, offline: (input) => triageOffline(shownTriage(input)) },
  chunk: { render: renderChunkPrompt, offline: offlineChunk },
  stretch: { render: renderStretchPrompt, offline: (input) => stretchOffline(shownStretch(input)) },
  episode: { render: renderEpisodePrompt, offline: (input) => proposeEpisode(shownEpisode(input)) },
  concept: {
    render: renderConceptPrompt,
    offline: async (input) => proposeConcepts(shownConcepts(input), tagger(await loadNlp())),
  },
  experience: {
    render: renderExperiencePrompt,
    offline: (input) => proposeExperience(shownExperience(input)),
  },
  biography: { render: renderBiographyPrompt, offline: (input) => proposeBiography(shownBiography(input)) },
  drift: { render: renderDriftPrompt, offline: (input) => proposeThought(shownDrift(input)) },
  reflect: { render: renderReflectPrompt, offline: noReview },
};

/** What the offline responder proposes for an exchange, whatever models there are: it costs no call. */
export function offlineChunk(input: ChunkPromptInput): RoleObject<'chunk'> {
  return proposeChunk(shownChunk(input));
}

/** The notes of a run's earlier steps without a model. */
export function offlineCompact(input: CompactPromptInput): RoleObject<'compact'> {
  return noteSteps(shownCompact(input));
}

/** What the functions of the single roles make of a stretch. */
async function stretchOffline(input: StretchPromptInput): Promise<RoleObject<'stretch'>> {
  const { concepts, exchanges, whole } = input;
  const chunks = exchanges.flatMap(({ noted, ...exchange }, at) =>
    noted === undefined ? [{ ...proposeChunk({ ...input, exchange }), n: at + 1 }] : [],
  );
  if (!whole) return { exchanges: chunks, concepts: [], relations: [] };
  const noted = exchanges.flatMap((exchange) => (exchange.noted === undefined ? [] : [exchange.noted]));
  const episode = proposeEpisode({ exchanges, chunks: noted });
  const told = [episode.gist, episode.intent, episode.outcome].join('\n');
  const map = proposeConcepts({ exchanges, told, known: concepts }, tagger(await loadNlp()));
  return { exchanges: chunks, episode, ...map };
}
