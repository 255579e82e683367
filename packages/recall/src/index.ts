export { type AgentMemories, createAgentMemories, type MemoryReading } from './agent-memories.ts';
export {
  createRecall,
  type Recall,
  type RecalledMemory,
  type RecalledTrait,
  type RecallHit,
  type RecallQuestion,
} from './recall.ts';
export { isQuestion, type MeanVectors, computeMeanVectors } from './mean-vectors.ts';
