import type { MemoryKind, Trust } from '@salience/contracts';

/** One message of a prompt. */
export interface PromptMessage {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

/** A call of a model in a planner's transcript. */
export interface TranscriptCall {
  readonly id: string;
  readonly tool: string;
  /** Null where they could not be read. */
  readonly arguments: Readonly<Record<string, unknown>> | null;
}

/** The result of a call in a planner's transcript; `text` is data whatever it says. */
export interface TranscriptResult {
  readonly callId: string;
  readonly tool: string;
  readonly text: string;
  readonly failed: boolean;
}

/** One message of a planner's transcript. Each result answers a call of the assistant message before it. */
export type ToolMessage =
  | { readonly role: 'user'; readonly content: string }
  | { readonly role: 'assistant'; readonly content: string; readonly calls: readonly TranscriptCall[] }
  | { readonly role: 'tool'; readonly results: readonly TranscriptResult[] };

/** The kinds of reply that have instructions of their own. IGNORE has none: it makes no call. */
export const templateNames = [
  'RESPOND',
  'CLARIFY',
  'ACKNOWLEDGE',
  'REMIND',
  'THOUGHT',
  'WAKE',
  'FLOOR',
] as const;
export type TemplateName = (typeof templateNames)[number];

/** Everything that has instructions in a file of its own: the replies, and ACT for the planner. */
export const promptNames = [...templateNames, 'ACT'] as const;
export type PromptName = (typeof promptNames)[number];

/** A section of the agent's autobiography, as sentences. */
export interface AboutSection {
  readonly name: string;
  readonly statements: readonly { readonly text: string; readonly trust: Trust }[];
}

/** Who the agent is; written first and the same on every turn, so that a provider can cache it. */
export interface AgentIdentity {
  readonly name: string;
  readonly persona: string;
  /** Workspace files, the most important first; the last ones are dropped first. */
  readonly files: readonly WorkspaceFile[];
  /** What it knows of the person it serves, most important first; nothing external. */
  readonly about?: readonly AboutSection[] | undefined;
  /** Instructions of the agent's own, in place of the shipped ones. */
  readonly prompts?: Readonly<Partial<Record<PromptName, string>>>;
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
  readonly kind: MemoryKind;
  readonly text: string;
  /** The reply, for an exchange. */
  readonly reply?: string | undefined;
  /** The trust of the reply; default: the agent's. */
  readonly replyTrust?: Trust | undefined;
  /** Its parts that no longer hold, as phrases that follow it however short it is; each begins with a space. */
  readonly marks?: { readonly text: string; readonly reply: string } | undefined;
  /** The parts withheld from a planner, see `plannerView`. */
  readonly withheld?: Withheld | undefined;
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
  /** The trust of the reply; default: the agent's. */
  readonly replyTrust?: Trust | undefined;
  /** Its parts that no longer hold, as phrases that follow it however short it is; each begins with a space. */
  readonly marks?: { readonly text: string; readonly reply: string } | undefined;
  /** The parts withheld from a planner, see `plannerView`. */
  readonly withheld?: Withheld | undefined;
}

/** Words that stand nowhere in a prompt: the trust of the message, of the reply, or of both. */
export interface Withheld {
  readonly text?: Trust;
  readonly reply?: Trust;
}

/** A trait of the speaker. */
export interface PersonNote {
  /** `user`, or a name. */
  readonly name: string;
  /** The most important first. */
  readonly traits: readonly {
    readonly id: string;
    /** Its key, in words: `lives in`. */
    readonly about: string;
    readonly text: string;
    /** The exchange that first stated it; a citation names it. */
    readonly exchangeId: string;
    /** When it was last said, ISO 8601. */
    readonly at: string;
    /** Stated by the person, or inferred. */
    readonly origin: 'explicit' | 'inferred';
    readonly trust: Trust;
    /** 0..1; the lowest is dropped first. */
    readonly relevance: number;
  }[];
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

/** A goal of the agent. */
export interface GoalNote {
  readonly id: string;
  readonly text: string;
  /** 0..1; the lowest is left out first. */
  readonly relevance: number;
}

/** A capability of the agent. */
export interface SkillItem {
  readonly name: string;
  /** One line; the longest part that is shown is 160 characters. */
  readonly description: string;
  /** Words or phrases that call for it; `*` always does. */
  readonly triggers: readonly string[];
  /** Notes on how to use it; written only where a trigger fits the message. */
  readonly body: string;
  readonly trust: Trust;
}

/** Something that was done in this turn, or tried. */
export interface ActionNote {
  readonly tool: string;
  /** JSON, or why there is none; the longest part that is shown is 1,000 characters. */
  readonly arguments: string;
  /** `succeeded`, `failed`, `timed_out`, `unknown`, `refused`, `denied`, `expired`, … */
  readonly outcome: string;
  /** Its result; data whatever it says. */
  readonly text: string;
  readonly trust: Trust;
  /** Why the result is not to be relied on. */
  readonly doubt?: string | null;
  /** The confidence in its result, 0..1, where it is low. */
  readonly unsure?: number | undefined;
}

/** An open approval. Models are not told its id, because nothing that they write may name one. */
export interface ApprovalNote {
  readonly tool: string;
  /** Complete: the approval is bound to exactly these. */
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly reason: string;
}

/** The actions before an answer. */
export interface ActedNote {
  /** In order. */
  readonly actions: readonly ActionNote[];
  readonly approvals: readonly ApprovalNote[];
  /** The planner's last words. */
  readonly conclusion?: string;
  /** Why the actions came to an end. */
  readonly stopped?: string | null;
}

/** The message that is to be answered; never cut. */
export interface IncomingMessage {
  readonly text: string;
  /** Its thread, whose history is in the prompt. */
  readonly threadId?: string | undefined;
  readonly at: string;
  readonly speaker: string;
  readonly trust: Trust;
  /** The IANA time zone of the speaker; default UTC. */
  readonly zone?: string | undefined;
  /** Of what a schedule began: when it was due, ISO 8601. */
  readonly due?: string | undefined;
  /** Of a catch-up: how many times it came due since it was told last, this one included. */
  readonly standsFor?: number | undefined;
  /** The past days that it asks about, first and last, as ISO 8601; unset for now. */
  readonly period?: { readonly from: string; readonly to: string } | undefined;
  /** Of the answer to a question of the agent's: the earlier message that it completes. */
  readonly completes?: string | undefined;
}

/** What a question back is to settle. */
export interface OpenNote {
  /** As the message names it; the longest part that is shown is 120 characters. */
  readonly about: string;
  /** What is known that it may mean, in words of people that the agent serves; empty where nothing is. */
  readonly readings: readonly string[];
}

/** The sections that share the token budget. */
export const sections = ['identity', 'prefrontal', 'memory', 'skills', 'history'] as const;
export type Section = (typeof sections)[number];

/** Sections of the account; the actions of this turn are subtracted from the budget before it is shared. */
export type ReportedSection = Section | 'actions';

/** The fate of one candidate, stored to show what the model saw and why. */
export interface PromptItem {
  readonly id: string;
  /** The short name by which the prompt calls it. */
  readonly ref?: string;
  readonly section: ReportedSection;
  /** The lowest trust of its texts. */
  readonly trust: Trust;
  readonly tokens: number;
  /** 0..1; in each section the lowest is left out first. */
  readonly relevance: number;
  readonly included: boolean;
  readonly why:
    | 'fits'
    | 'shortened'
    | 'over budget'
    | 'already in history'
    | 'already told'
    | 'not called for'
    | 'empty'
    | 'withheld';
}

/** The tokens of a section, estimated. */
export interface SectionUse {
  readonly section: ReportedSection;
  /** Its own part of the budget. */
  readonly share: number;
  readonly used: number;
  /** Taken beyond its share, from what other sections left. */
  readonly lent: number;
  readonly items: number;
  readonly dropped: number;
}
