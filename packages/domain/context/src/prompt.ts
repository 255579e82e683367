import type { Trust } from '@salience/contracts';

/** What is sent to a model: one system text and the messages after it. */
export interface Prompt {
  readonly system: string;
  readonly messages: readonly PromptMessage[];
}

/** One message of a prompt. */
export interface PromptMessage {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

/** The kinds of reply that have instructions of their own. IGNORE has none: it makes no call. */
export const templateNames = ['RESPOND', 'CLARIFY', 'ACKNOWLEDGE', 'REMIND'] as const;
export type TemplateName = (typeof templateNames)[number];

/** Who the agent is; written first and the same on every turn, so that a provider can cache it. */
export interface AgentIdentity {
  readonly name: string;
  readonly persona: string;
  /** Workspace files, the most important first; the last ones are dropped first. */
  readonly files: readonly WorkspaceFile[];
}

/** One Markdown file of an agent's workspace. */
export interface WorkspaceFile {
  readonly path: string;
  readonly text: string;
}

/** Something remembered that may help with this message. */
export interface MemoryItem {
  /** Its own id: `ex_…`, `fact_…` or `ep_…`. */
  readonly id: string;
  readonly kind: 'exchange' | 'fact' | 'episode';
  readonly text: string;
  /** What was answered, for an exchange. */
  readonly reply?: string | undefined;
  /** The exchange it rests on, and that a citation of it names; its own id for an exchange. */
  readonly exchangeId: string;
  /** When it was said, ISO 8601. */
  readonly at: string;
  /** `user` for the person of this conversation, `agent` for the agent itself, else a name. */
  readonly speaker: string;
  readonly trust: Trust;
  readonly threadId?: string | undefined;
  /** 0..1; the lowest is dropped first. */
  readonly relevance: number;
}

/** One exchange of this thread's working memory. */
export interface HistoryItem {
  readonly exchangeId: string;
  readonly at: string;
  readonly speaker: string;
  readonly trust: Trust;
  readonly text: string;
  /** The agent's answer; null where it stayed silent. */
  readonly reply: string | null;
}

/** Something about the state of the world or of the agent's goals. */
export interface WorldItem {
  readonly id: string;
  readonly kind: string;
  readonly text: string;
  readonly at?: string | undefined;
  readonly trust: Trust;
  readonly relevance: number;
}

/** The message that is to be answered; never cut. */
export interface IncomingMessage {
  readonly text: string;
  readonly at: string;
  readonly speaker: string;
  readonly trust: Trust;
}

/** The sections that share the token budget. */
export const sections = ['identity', 'prefrontal', 'memory', 'skills', 'history'] as const;
export type Section = (typeof sections)[number];

/** What became of one candidate, kept so that anyone can see what the model saw and why. */
export interface PromptItem {
  readonly id: string;
  readonly section: Section;
  readonly tokens: number;
  readonly included: boolean;
  readonly why: 'fits' | 'shortened' | 'over budget' | 'already in history' | 'empty';
}
