import type {
  BiographyPromptInput,
  ChunkPromptInput,
  ConceptPromptInput,
  DriftPromptInput,
  EpisodePromptInput,
  ExperiencePromptInput,
  TiebreakPromptInput,
} from './task-inputs.ts';
import type { ShownMessage, ShownPrompt } from './shown-prompt.ts';

/**
 * What a prompt asks for, as the values that its text was rendered from, capped and cleaned like the text. A language model reads
 * the text; the offline responder reads this.
 */
export type PromptTask =
  | { readonly role: 'reply'; readonly input: ShownPrompt }
  | { readonly role: 'plan'; readonly input: ShownMessage }
  | { readonly role: 'chunk'; readonly input: ChunkPromptInput }
  | { readonly role: 'episode'; readonly input: EpisodePromptInput }
  | { readonly role: 'concept'; readonly input: ConceptPromptInput }
  | { readonly role: 'experience'; readonly input: ExperiencePromptInput }
  | { readonly role: 'biography'; readonly input: BiographyPromptInput }
  | { readonly role: 'drift'; readonly input: DriftPromptInput }
  | { readonly role: 'tiebreak'; readonly input: TiebreakPromptInput };
