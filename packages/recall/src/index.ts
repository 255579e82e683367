export { type AgentMemories, createAgentMemories, type MemoryReading } from './agent-memories.ts';
export {
  createRecall,
  type Recall,
  type RecalledMemory,
  type RecalledTrait,
  type RecallHit,
} from './recall.ts';
export { createGoalLikeness, type GoalLikeness, type GoalLikenessOptions } from './goal-likeness.ts';
export { heldBytesOf } from './held-bytes.ts';
export type { RecallQuestion } from './question.ts';
export { modelOfCodes, renewMemoryImage } from './memory-image.ts';
export { isQuestion, type MeanVectors, computeMeanVectors } from './mean-vectors.ts';
