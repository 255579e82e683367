export type { ModelsConfig, ProviderConfig } from './config.ts';
export { modelConfigFromEnv, modelEnvNames } from './config.ts';
export type { StructuredReply, StructuredRequest } from './generate-structured.ts';
export type { TokenUsage } from './model-prompt.ts';
export type { ModelDescription, Models } from './models.ts';
export { createModels } from './models.ts';
export type { CallInfo, StreamedReply, StreamReplyRequest } from './stream-reply.ts';
export type { TiebreakProposal } from './tiebreak-proposal.ts';
export { tiebreakProposalSchema } from './tiebreak-proposal.ts';
