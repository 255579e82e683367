import type { MemoryKind, Trust } from '@salience/contracts';
import { label, textChars, traitChars, withheldText } from './candidates.ts';
import type {
  ActedNote,
  HistoryItem,
  IncomingMessage,
  MemoryItem,
  OpenNote,
  PersonNote,
  TemplateName,
  WorldItem,
} from './prompt.ts';
import { capText, cleanText } from '@salience/language';

/** A memory item as the model sees it. */
export interface ShownMemoryItem {
  readonly id: string;
  readonly kind: MemoryKind;
  /** The exchange that a citation of this item names. */
  readonly exchangeId: string;
  readonly at: string;
  readonly speaker: string;
  readonly trust: Trust;
  readonly threadId: string | undefined;
  readonly text: string;
  readonly reply: string | undefined;
}

/** An exchange of this thread as the model sees it. */
export interface ShownHistoryItem {
  readonly exchangeId: string;
  readonly at: string;
  readonly speaker: string;
  readonly trust: Trust;
  readonly text: string;
  readonly reply: string | undefined;
}

/** A note on the state of the world as the model sees it. */
export interface ShownWorldItem {
  readonly id: string;
  readonly kind: string;
  readonly at: string | undefined;
  readonly trust: Trust;
  readonly text: string;
}

/** A trait of the speaker, as a model sees it. */
export interface ShownPerson {
  readonly name: string;
  readonly traits: readonly {
    readonly id: string;
    readonly about: string;
    readonly exchangeId: string;
    readonly at: string;
    readonly origin: 'explicit' | 'inferred';
    readonly trust: Trust;
    readonly text: string;
  }[];
}

/** Something that was done in this turn as the model sees it; `arguments` is JSON, perhaps cut. */
export interface ShownAction {
  readonly tool: string;
  readonly outcome: string;
  readonly trust: Trust;
  readonly arguments: string;
  readonly text: string;
  readonly doubt: string | undefined;
}

/** An open approval as a model sees it; `arguments` is complete JSON. */
export interface ShownApproval {
  readonly tool: string;
  readonly reason: string;
  readonly arguments: string;
}

/** The actions of this turn as a model sees them. */
export interface ShownActions {
  readonly actions: readonly ShownAction[];
  readonly approvals: readonly ShownApproval[];
  /** The planner's last words. */
  readonly conclusion: string | undefined;
}

/** The message that is to be answered. */
export type ShownMessage = IncomingMessage;

/** Everything that the prompt of one reply shows, as values. */
export interface ShownPrompt extends ShownActions {
  readonly template: TemplateName;
  readonly agentName: string;
  /** What a question back is to settle; undefined unless it is one. */
  readonly open?: OpenNote | undefined;
  readonly person: ShownPerson | undefined;
  readonly memory: readonly ShownMemoryItem[];
  readonly history: readonly ShownHistoryItem[];
  readonly world: readonly ShownWorldItem[];
  readonly message: ShownMessage;
}

/** A memory in the room that its trust and `scale` leave it; whole where a prompt tells it in short. */
export function shownMemory(item: MemoryItem, scale: number): ShownMemoryItem {
  const { at, exchangeId, id, kind, speaker, threadId } = item;
  return { id, kind, exchangeId, at, speaker: label(speaker), threadId, ...shownTexts(item, scale) };
}

/** An exchange of the thread in the same room. */
export function shownHistory(item: HistoryItem, scale: number): ShownHistoryItem {
  const { at, exchangeId, speaker } = item;
  return { exchangeId, at, speaker: label(speaker), ...shownTexts(item, scale) };
}

/** A note in the room of `chars` characters. */
export function shownWorld({ at, id, kind, text, trust }: WorldItem, chars: number): ShownWorldItem {
  return { id, kind: label(kind), at, trust, text: capText(cleanText(text), chars) };
}

/** Those traits of a person that `isKept`. */
export function shownPerson(
  person: PersonNote,
  scale: number,
  isKept: (at: number) => boolean,
): ShownPerson | undefined {
  const traits = person.traits
    .filter((_, at) => isKept(at))
    .map(({ about, at, exchangeId, id, origin, text, trust }) => ({
      id,
      about: label(about),
      exchangeId,
      at,
      origin,
      trust,
      text: capText(cleanText(text), traitChars * scale),
    }));
  return traits.length === 0 ? undefined : { name: label(person.name), traits };
}

/** The actions, with `chars` characters for each result and `argumentChars` for its arguments. */
export function shownActions(
  acted: ActedNote | undefined,
  chars: number,
  argumentChars: number,
): ShownActions {
  const conclusion = capText(cleanText(acted?.conclusion ?? ''), argumentChars);
  return {
    actions: (acted?.actions ?? []).map((action) => ({
      tool: label(action.tool),
      outcome: label(action.outcome),
      trust: action.trust,
      arguments: capText(cleanText(action.arguments), Math.min(argumentChars, chars)),
      text: capText(cleanText(action.text), chars),
      doubt: action.doubt ? capText(cleanText(action.doubt), argumentChars) : undefined,
    })),
    approvals: (acted?.approvals ?? []).map(({ arguments: args, reason, tool }) => ({
      tool: label(tool),
      reason: label(reason),
      arguments: cleanText(JSON.stringify(args)),
    })),
    conclusion: conclusion.trim() === '' ? undefined : conclusion,
  };
}

function shownTexts(item: MemoryItem | HistoryItem, scale: number) {
  const { marks, reply, replyTrust, text, trust, withheld } = item;
  const told = (words: string, of: Trust, mark = '') =>
    `${capText(cleanText(words), textChars[of] * scale)}${cleanText(mark)}`;
  const answered = reply ? told(reply, replyTrust ?? 'agent', marks?.reply) : undefined;
  return {
    trust: withheld?.text ?? trust,
    text: withheld?.text === undefined ? told(text, trust, marks?.text) : withheldText,
    reply: withheld?.reply === undefined ? answered : withheldText,
  };
}
