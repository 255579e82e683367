import type { BiographyPromptInput } from './biography-prompt.ts';
import type { ConceptPromptInput } from './concept-prompt.ts';
import type { DriftPromptInput } from './drift-prompt.ts';
import type { ExperiencePromptInput } from './experience-prompt.ts';
import type { ShownMessage, ShownPrompt } from './shown-prompt.ts';
import type { ChunkPromptInput, EpisodePromptInput, TiebreakPromptInput } from './structured-prompts.ts';

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
