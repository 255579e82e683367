import { type Trust, trustLevels } from '@salience/contracts';
import type { Prompt, PromptName, TemplateName, ToolPrompt } from './prompt.ts';
import { templateNames } from './prompt.ts';
import { readElements, unescapeText } from './xml.ts';

/** A memory item as the model sees it. */
export interface ParsedMemoryItem {
  readonly id: string;
  readonly kind: string;
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
export interface ParsedHistoryItem {
  readonly exchangeId: string;
  readonly at: string;
  readonly speaker: string;
  readonly trust: Trust;
  readonly text: string;
  readonly reply: string | undefined;
}

/** A note on the state of the world as the model sees it. */
export interface ParsedWorldItem {
  readonly id: string;
  readonly kind: string;
  readonly at: string | undefined;
  readonly trust: Trust;
  readonly text: string;
}

/** What is known of who speaks, as the model sees it. */
export interface ParsedPerson {
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
export interface ParsedAction {
  readonly tool: string;
  readonly outcome: string;
  readonly trust: Trust;
  readonly arguments: string;
  readonly text: string;
  readonly doubt: string | undefined;
}

/** Something that waits for a yes as the model sees it; `arguments` is JSON, whole. */
export interface ParsedApproval {
  readonly tool: string;
  readonly reason: string;
  readonly arguments: string;
}

/** What `renderPrompt` wrote, read back. */
export interface ParsedPrompt<Name extends PromptName = TemplateName> {
  readonly template: Name;
  readonly agentName: string;
  readonly persona: string;
  readonly person: ParsedPerson | undefined;
  readonly memory: readonly ParsedMemoryItem[];
  readonly history: readonly ParsedHistoryItem[];
  readonly world: readonly ParsedWorldItem[];
  readonly focus: string | undefined;
  readonly outcomes: string | undefined;
  readonly actions: readonly ParsedAction[];
  readonly approvals: readonly ParsedApproval[];
  /** The planner's last words. */
  readonly conclusion: string | undefined;
  readonly message: {
    readonly text: string;
    readonly at: string;
    readonly speaker: string;
    readonly trust: Trust;
    /** The past days that it asks about, first and last. */
    readonly period: { readonly from: string; readonly to: string } | undefined;
  };
}

/** Reads a prompt made by `renderPrompt`; undefined when it is not one. */
export function parsePrompt(prompt: Prompt): ParsedPrompt | undefined {
  const content = prompt.messages.findLast(({ role }) => role === 'user')?.content;
  return read(templateNames, prompt.system, content);
}

/** Reads what a planner was told before its first step; undefined when it was not made by `renderPlanPrompt`. */
export function parsePlanPrompt(prompt: ToolPrompt): ParsedPrompt<'ACT'> | undefined {
  const first = prompt.messages[0];
  return read(['ACT'], prompt.system, first?.role === 'user' ? first.content : undefined);
}

function read<Name extends PromptName>(
  names: readonly Name[],
  system: string,
  content = '',
): ParsedPrompt<Name> | undefined {
  const identity = readElements(system, 'identity')[0];
  const mode = readElements(system, 'instructions')[0]?.attributes['mode'];
  const template = names.find((name) => name === mode);
  const message = readElements(content, 'message').at(-1);
  if (identity === undefined || template === undefined || message === undefined) return undefined;
  return {
    template,
    agentName: identity.attributes['name'] ?? '',
    persona: unescapeText(readElements(identity.inner, 'persona')[0]?.inner ?? ''),
    person: readPerson(content),
    memory: readElements(content, 'item').map(({ attributes, inner }) => ({
      id: attributes['id'] ?? '',
      kind: attributes['kind'] ?? '',
      exchangeId: attributes['cite'] ?? attributes['id'] ?? '',
      at: attributes['at'] ?? '',
      speaker: attributes['speaker'] ?? '',
      trust: readTrust(attributes['trust']),
      threadId: attributes['thread'],
      ...readTexts(inner),
    })),
    history: readElements(content, 'exchange').map(({ attributes, inner }) => ({
      exchangeId: attributes['id'] ?? '',
      at: attributes['at'] ?? '',
      speaker: attributes['speaker'] ?? '',
      trust: readTrust(attributes['trust']),
      text: unescapeText(readElements(inner, 'said')[0]?.inner ?? ''),
      reply: readTexts(inner).reply,
    })),
    world: readElements(content, 'note').map(({ attributes, inner }) => ({
      id: attributes['id'] ?? '',
      kind: attributes['kind'] ?? '',
      at: attributes['at'],
      trust: readTrust(attributes['trust']),
      text: unescapeText(inner),
    })),
    focus: textOf(content, 'focus'),
    outcomes: textOf(content, 'outcomes'),
    actions: readElements(content, 'action').map(({ attributes, inner }) => ({
      tool: attributes['tool'] ?? '',
      outcome: attributes['outcome'] ?? '',
      trust: readTrust(attributes['trust']),
      arguments: textOf(inner, 'arguments') ?? '',
      text: textOf(inner, 'result') ?? '',
      doubt: textOf(inner, 'doubt'),
    })),
    approvals: readElements(content, 'approval').map(({ attributes, inner }) => ({
      tool: attributes['tool'] ?? '',
      reason: attributes['reason'] ?? '',
      arguments: unescapeText(inner),
    })),
    conclusion: textOf(content, 'conclusion'),
    message: {
      text: unescapeText(message.inner),
      at: message.attributes['at'] ?? '',
      speaker: message.attributes['speaker'] ?? '',
      trust: readTrust(message.attributes['trust']),
      period: readPeriod(message.attributes['period']),
    },
  };
}

function readPeriod(text: string | undefined) {
  const [from, to] = text?.split('/') ?? [];
  return from === undefined || to === undefined ? undefined : { from, to };
}

/** A label that cannot be read counts as the lowest trust. */
export function readTrust(text: string | undefined): Trust {
  return trustLevels.find((level) => level === text) ?? 'external';
}

function readPerson(content: string): ParsedPerson | undefined {
  const person = readElements(content, 'person')[0];
  return (
    person && {
      name: person.attributes['name'] ?? '',
      traits: readElements(person.inner, 'trait').map(({ attributes, inner }) => ({
        id: attributes['id'] ?? '',
        about: attributes['about'] ?? '',
        exchangeId: attributes['cite'] ?? '',
        at: attributes['at'] ?? '',
        origin: attributes['origin'] === 'explicit' ? ('explicit' as const) : ('inferred' as const),
        trust: readTrust(attributes['trust']),
        text: unescapeText(inner),
      })),
    }
  );
}

function textOf(content: string, name: string): string | undefined {
  const found = readElements(content, name)[0];
  return found && unescapeText(found.inner);
}

function readTexts(inner: string): { text: string; reply: string | undefined } {
  const reply = readElements(inner, 'reply')[0];
  const end = reply === undefined ? inner.length : inner.indexOf('<reply');
  return { text: unescapeText(inner.slice(0, end)), reply: reply && unescapeText(reply.inner) };
}
