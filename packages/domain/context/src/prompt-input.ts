import type { Trust } from '@salience/contracts';
import type {
  ActedNote,
  AgentIdentity,
  GoalNote,
  HistoryItem,
  IncomingMessage,
  MemoryItem,
  OpenNote,
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
  /** The traits of the speaker; they share the room of the agent's identity. */
  readonly person?: PersonNote | undefined;
  readonly skills?: readonly SkillItem[];
  /** What the agent pursues, the most important first; only what somebody vouches for. */
  readonly goals?: readonly GoalNote[] | undefined;
  /** The focus. */
  readonly focus?: { readonly text: string; readonly trust: Trust } | undefined;
  /** The digest of how actions went lately, in words of our own; capped at 2,000 characters. */
  readonly outcomes?: string | undefined;
  /** Of CLARIFY: what is open in the message. */
  readonly open?: OpenNote | undefined;
  /** The actions of this turn. */
  readonly acted?: ActedNote | undefined;
  /** Tokens for everything but instructions and message; default 6,000. */
  readonly budgetTokens?: number | undefined;
  /** Tokens of the model's window. Default: no assumption. */
  readonly windowTokens?: number | undefined;
}

/** The planner's input before its first step. */
export interface PlanPromptInput extends Omit<PromptInput, 'template' | 'acted' | 'open'> {
  /** Tokens of the window that tools and later steps take; default 0. */
  readonly besideTokens?: number | undefined;
}
