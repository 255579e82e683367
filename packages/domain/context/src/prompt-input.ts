import type { Trust } from '@salience/contracts';
import type {
  ActedNote,
  AgentIdentity,
  HistoryItem,
  IncomingMessage,
  MemoryItem,
  PersonNote,
  SkillItem,
  TemplateName,
  WorldItem,
} from './prompt.ts';

/** Everything that may enter the prompt of one reply. */
export interface PromptInput {
  readonly template: TemplateName;
  readonly agent: AgentIdentity;
  readonly message: IncomingMessage;
  readonly memory: readonly MemoryItem[];
  /** Oldest first. */
  readonly history: readonly HistoryItem[];
  readonly world: readonly WorldItem[];
  /** What is known of who speaks; it takes what the agent's own identity leaves of its share. */
  readonly person?: PersonNote | undefined;
  readonly skills?: readonly SkillItem[];
  /** What the person is working on. */
  readonly focus?: { readonly text: string; readonly trust: Trust } | undefined;
  /** The digest of how actions went lately, in words of our own; capped at 2,000 characters. */
  readonly outcomes?: string | undefined;
  /** What was done in this turn. */
  readonly acted?: ActedNote | undefined;
  /** Tokens for everything but instructions and message; 6,000 unless told. */
  readonly budgetTokens?: number | undefined;
  /** Tokens that the model can read. Unless told, nothing is assumed. */
  readonly windowTokens?: number | undefined;
}

/** What the planner is told before its first step. */
export type PlanPromptInput = Omit<PromptInput, 'template' | 'acted'>;
