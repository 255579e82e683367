export type { CitableItem, CitedReply, MarkerStripper } from './citations.ts';
export { createMarkerStripper, extractCitations, unkeptPrefix } from './citations.ts';
export type { ParsedHistoryItem, ParsedMemoryItem, ParsedPrompt, ParsedWorldItem } from './parse-prompt.ts';
export { parsePrompt } from './parse-prompt.ts';
export type {
  AgentIdentity,
  HistoryItem,
  IncomingMessage,
  MemoryItem,
  Prompt,
  PromptItem,
  PromptMessage,
  Section,
  TemplateName,
  WorkspaceFile,
  WorldItem,
} from './prompt.ts';
export { templateNames } from './prompt.ts';
export type { PromptInput, RenderedPrompt } from './render-prompt.ts';
export { renderPrompt } from './render-prompt.ts';
export type {
  ChunkPromptInput,
  EpisodePromptInput,
  PromptChunk,
  PromptExchange,
  StructuredTask,
  TiebreakPromptInput,
} from './structured-prompts.ts';
export {
  parseChunkPrompt,
  parseEpisodePrompt,
  parseTiebreakPrompt,
  renderChunkPrompt,
  renderEpisodePrompt,
  renderTiebreakPrompt,
} from './structured-prompts.ts';
export { capText, estimateTokens } from './text.ts';
