export { type AgentCodes, createAgentCodes } from './agent-codes.ts';
export {
  createRecall,
  type Recall,
  type RecalledMemory,
  type RecalledTrait,
  type RecallHit,
  type RecallQuestion,
} from './recall.ts';
export { isQuestion, type MeanVectors, computeMeanVectors } from './mean-vectors.ts';
