export { renderBiographyPrompt, shownBiography } from './biography-prompt.ts';
export type {
  BiographyGround,
  BiographyPromptInput,
  BiographyPromptItem,
  ChunkPromptInput,
  ConceptPromptInput,
  DriftPromptConcept,
  DriftPromptInput,
  EpisodePromptInput,
  ExperiencePromptInput,
  PromptChunk,
  StretchPromptInput,
  PromptExchange,
  TiebreakPromptInput,
} from './task-inputs.ts';
export { instructionsKind, withheldText } from './candidates.ts';
export type { CitableItem, CitedReply, MarkerStripper } from './citations.ts';
export { citedItems, createMarkerStripper, extractCitations, withFullIds } from './citations.ts';
export { type CompactPromptInput, renderCompactPrompt, shownCompact } from './compact-prompt.ts';
export { renderConceptPrompt, shownConcepts } from './concept-prompt.ts';
export { type CriticPromptInput, renderCriticPrompt } from './critic-prompt.ts';
export { renderDriftPrompt, shownDrift } from './drift-prompt.ts';
export { renderExperiencePrompt, shownExperience } from './experience-prompt.ts';
export { type PlanRoom, planRoom } from './plan-room.ts';
export { plannerView } from './planner-view.ts';
export { agentIdentity, isShippedPrompt, shippedPromptFiles } from './prompt-files.ts';
export type {
  AboutSection,
  ActedNote,
  ActionNote,
  ApprovalNote,
  AgentIdentity,
  GoalNote,
  HistoryItem,
  IncomingMessage,
  MemoryItem,
  PersonNote,
  PromptItem,
  PromptMessage,
  Section,
  SkillItem,
  TemplateName,
  ToolMessage,
  TranscriptCall,
  TranscriptResult,
  WorkspaceFile,
  WorldItem,
} from './prompt.ts';
export { type PromptName, templateNames } from './prompt.ts';
export type { Prompt, ToolPrompt } from './written-prompt.ts';

export type {
  ShownAction,
  ShownApproval,
  ShownHistoryItem,
  ShownMessage,
  ShownPrompt,
} from './shown-prompt.ts';
export { promptChunk, promptExchange } from './prompt-exchange.ts';
export type { PlanPromptInput, PromptInput } from './prompt-input.ts';
export type { RenderedPrompt } from './render-prompt.ts';
export { compactPlanPrompt, compactPrompt, renderPlanPrompt, renderPrompt } from './render-prompt.ts';
export { type ReflectPromptInput, renderReflectPrompt } from './reflect-prompt.ts';
export { relevanceTo } from './relevance.ts';
export { idOfRef, type Refs, transientIdPrefix } from './refs.ts';
export { leastOf, seenIn } from './seen-in.ts';
export { type KeptPrompt, shownAgain } from './kept-prompt.ts';
export { sentText } from './sent-text.ts';
export { snapshotOf, taskSnapshotOf } from './snapshot.ts';
export { withInstructions } from './system-text.ts';
export type { StructuredTask } from './structured-prompts.ts';
export {
  renderChunkPrompt,
  renderEpisodePrompt,
  renderTiebreakPrompt,
  shownChunk,
  shownEpisode,
} from './structured-prompts.ts';

export { type PromptPart, splitPrompt } from './split-prompt.ts';
export { estimateTokens } from './token-count.ts';
export { createVisibleText, type VisibleText, visibleText } from './visible-text.ts';
export { element, escapeText } from './xml.ts';
export { renderStretchPrompt, shownStretch } from './stretch-prompt.ts';
export { renderTriagePrompt, shownTriage, type TriagePromptInput } from './triage-prompt.ts';
