import type { Trust } from '@salience/contracts';
import { renderActions } from './action-notes.ts';
import { allocate, type Candidate, defaultBudgetTokens, fit, leastTokens, sharesOf } from './budget.ts';
import {
  historyCandidate,
  label,
  memoryCandidate,
  personCandidates,
  skillCandidates,
  textChars,
  worldCandidate,
  worldChars,
} from './candidates.ts';
import type {
  ActedNote,
  AgentIdentity,
  HistoryItem,
  IncomingMessage,
  MemoryItem,
  PersonNote,
  Prompt,
  PromptItem,
  PromptName,
  Section,
  SectionUse,
  SkillItem,
  TemplateName,
  ToolMessage,
  WorldItem,
} from './prompt.ts';
import { localTime } from './local-time.ts';
import { historySection, personSection, section, usesOf } from './prompt-sections.ts';
import type { PromptTask } from './prompt-task.ts';
import { overlapOf, queryOf } from './relevance.ts';
import { shownHistory, shownMemory, shownPerson, type ShownPrompt, shownWorld } from './shown-prompt.ts';
import { isNotExternal, isUntainted, systemText } from './system-text.ts';
import { capText, cleanText, estimateTokens } from './text.ts';
import { element, escapeText } from './xml.ts';

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

/** How a prompt came about. */
export interface PromptAccount {
  readonly template: PromptName;
  readonly budgetTokens: number;
  readonly items: readonly PromptItem[];
  readonly sections: readonly SectionUse[];
  /** `window`: it would have filled more than 75 % of the window, and was brought to 50 %. `overflow`: see `compactPrompt`. */
  readonly compacted: 'no' | 'window' | 'overflow';
}

/** A prompt with the account of every candidate. */
export interface RenderedPrompt extends Prompt, PromptAccount {
  /** What may be cited: the short name that stands in the prompt, and the id of the exchange that it names. */
  readonly refs: Readonly<Record<string, string>>;
  readonly task: PromptTask;
}

/** The planner's prompt before its first step; its transcript goes on after the one message. */
export interface RenderedPlanPrompt extends PromptAccount {
  readonly refs: Readonly<Record<string, string>>;
  readonly task: PromptTask;
  readonly system: string;
  readonly messages: readonly Extract<ToolMessage, { readonly role: 'user' }>[];
}

/** Above this share of the window a prompt is compacted, and to that share. */
const compaction = { above: 0.75, to: 0.5 } as const;
const outcomesChars = 2_000;
/** Of the budget at most, for what was done in this turn. */
const actionsShare = 0.5;

/**
 * Writes what the model sees. `system` holds identity and instructions and depends only on agent, template and
 * budget, byte for byte; the one user message holds memory (oldest first), history, world, what can be and was done, and last
 * the message itself, which is never cut. Every text is escaped and capped, and carries its trust. Same input, same bytes.
 */
export function renderPrompt(input: PromptInput): RenderedPrompt {
  return withinWindow(input, input.template);
}

/**
 * The same prompt with half of the room for all that is not identity, instructions or message, and every text cut to a quarter
 * of what it may have: for a provider that says that the first one was too long.
 */
export function compactPrompt(input: PromptInput): RenderedPrompt {
  return compacted(input, input.template);
}

/** What the planner sees before its first step: the same sections, under the instructions of ACT. */
export function renderPlanPrompt(input: PlanPromptInput): RenderedPlanPrompt {
  return asPlan(withinWindow(input, 'ACT'));
}

/** `compactPrompt` for the planner. */
export function compactPlanPrompt(input: PlanPromptInput): RenderedPlanPrompt {
  return asPlan(compacted(input, 'ACT'));
}

type AnyInput = PlanPromptInput & Pick<PromptInput, 'acted'>;

function withinWindow(input: AnyInput, template: PromptName): RenderedPrompt {
  const window = input.windowTokens;
  const wanted = input.budgetTokens ?? defaultBudgetTokens;
  // From the window alone, so that identity is the same on every turn.
  const budget =
    window === undefined
      ? wanted
      : Math.max(leastTokens, Math.min(wanted, Math.floor(window * compaction.to)));
  const whole = assemble(input, template, { budget, reserved: 0, scale: 1 });
  const total = tokensOf(whole);
  if (window === undefined || total <= window * compaction.above) return { ...whole, compacted: 'no' };
  const reserved = total - Math.floor(window * compaction.to) + (budget - usedOf(whole));
  return { ...assemble(input, template, { budget, reserved, scale: 1 }), compacted: 'window' };
}

function compacted(input: AnyInput, template: PromptName): RenderedPrompt {
  const first = withinWindow(input, template);
  const identity = first.sections.find(({ section }) => section === 'identity')?.used ?? 0;
  const open = usedOf(first) - identity;
  const budget = first.budgetTokens;
  const reserved = budget - identity - Math.floor(open / 2);
  return { ...assemble(input, template, { budget, reserved, scale: 0.25 }), compacted: 'overflow' };
}

function asPlan({ messages, ...rest }: RenderedPrompt): RenderedPlanPrompt {
  return { ...rest, messages: messages.map(({ content }) => ({ role: 'user', content })) };
}

interface Room {
  readonly budget: number;
  /** Tokens of the budget that stay empty. */
  readonly reserved: number;
  /** How much of its usual room each text gets. */
  readonly scale: number;
}

function assemble(input: AnyInput, template: PromptName, room: Room): Omit<RenderedPrompt, 'compacted'> {
  const { budget } = room;
  const system = systemText(
    input.agent,
    template,
    budget,
    input.message.trust === 'unverified' ? isNotExternal : isUntainted,
  );
  const most = budget - sharesOf(budget).identity;
  const held = Math.max(0, Math.min(room.reserved, most - leastTokens));
  const actions = renderActions(
    input.acted,
    Math.floor(Math.max(leastTokens, (budget - held) * actionsShare)),
  );
  const reserved = Math.min(held + actions.tokens, Math.max(held, most - leastTokens));
  const { candidates, oldestFirst, repeated } = candidatesOf(input, room.scale);
  const known = personCandidates(input.person, room.scale);
  const demand = {
    identity: system.used + demandOf(known),
    prefrontal: demandOf(candidates.prefrontal),
    memory: demandOf(candidates.memory),
    skills: demandOf(candidates.skills),
    history: demandOf(candidates.history),
  };
  const allocation = allocate(budget, demand, reserved);
  const person = fit(known, Math.max(0, allocation.identity - system.used));
  const memory = fit(candidates.memory, allocation.memory);
  const history = fit(candidates.history, allocation.history);
  const world = fit(candidates.prefrontal, allocation.prefrontal);
  const skills = fit(candidates.skills, allocation.skills);
  const items = [
    ...system.items,
    ...person.items,
    ...memory.items,
    ...repeated,
    ...history.items,
    ...world.items,
    ...skills.items,
    ...actions.items,
  ];
  const message = shownMessage(input.message);
  const parts = [
    personSection(input.person?.name, person.kept),
    section('memory', memory.kept),
    historySection(candidates.history, history.kept),
    section('world', world.kept),
    skills.kept.length === 0 ? '' : section('skills', skills.kept),
    actions.text,
    renderMessage(message),
  ];
  const kept = new Set([...person.kept, ...memory.kept, ...history.kept, ...world.kept]);
  const isKept = (one: Candidate | undefined): boolean => one !== undefined && kept.has(one);
  const shown: Omit<ShownPrompt, 'template'> = {
    agentName: label(input.agent.name),
    person: input.person && shownPerson(input.person, room.scale, (at) => isKept(known[at])),
    memory: oldestFirst
      .filter((_, at) => isKept(candidates.memory[at]))
      .map((item) => shownMemory(item, room.scale)),
    history: input.history
      .filter((_, at) => isKept(candidates.history[at]))
      .map((item) => shownHistory(item, room.scale)),
    world: input.world
      .filter((_, at) => isKept(candidates.prefrontal[at]))
      .map((item) => shownWorld(item, worldChars(item) * room.scale)),
    ...actions.shown,
    message,
  };
  return {
    template,
    system: system.text,
    messages: [{ role: 'user', content: parts.filter((part) => part !== '').join('\n') }],
    refs: {},
    task:
      template === 'ACT'
        ? { role: 'plan', input: message }
        : { role: 'reply', input: { template, ...shown } },
    budgetTokens: budget,
    items,
    sections: usesOf(items, sharesOf(budget, reserved), {
      identity: system.used + demandOf(person.kept),
      actions: actions.tokens,
    }),
  };
}

function candidatesOf(
  input: AnyInput,
  scale: number,
): {
  candidates: Record<Exclude<Section, 'identity'>, Candidate[]>;
  oldestFirst: MemoryItem[];
  repeated: PromptItem[];
} {
  const { history, world, message } = input;
  const skills = input.skills ?? [];
  const inHistory = new Set(history.map((item) => item.exchangeId));
  const isRepeated = (item: MemoryItem) => item.kind === 'exchange' && inHistory.has(item.exchangeId);
  const memory = input.memory.filter((item) => !isRepeated(item)).sort(byTime);
  const last = history.at(-1);
  const query = queryOf(message.text, last && `${last.text} ${last.reply ?? ''}`);
  const overlaps = overlapOf(query, [
    ...memory.map((item) => item.text),
    ...history.map((item) => `${item.text} ${item.reply ?? ''}`),
    ...world.map((item) => item.text),
    ...skills.map((item) => `${item.name} ${item.description}`),
  ]);
  let at = 0;
  const next = () => overlaps[at++] ?? 0;
  const candidates = {
    memory: memory.map((item) => memoryCandidate(item, next(), scale)),
    history: history.map((item, index) => historyCandidate(item, history.length - 1 - index, next(), scale)),
    prefrontal: [...world.map((item) => worldCandidate(item, next(), scale)), ...standing(input, scale)],
    skills: skillCandidates(skills, message.text, skills.map(next), scale),
  };
  const repeated = input.memory.filter(isRepeated).map(
    (item): PromptItem => ({
      id: item.id,
      section: 'memory',
      trust: item.trust,
      tokens: 0,
      relevance: item.relevance,
      included: false,
      why: 'already in history',
    }),
  );
  return { candidates, oldestFirst: memory, repeated };
}

/** What holds beyond this message: focus and the digest of outcomes. */
function standing(input: AnyInput, scale: number): Candidate[] {
  const { focus, outcomes } = input;
  const made: Candidate[] = [];
  if (focus !== undefined) {
    const chars = textChars[focus.trust] * scale;
    made.push(standingCandidate('focus', focus.text, focus.trust, 0.9, chars));
  }
  if (outcomes !== undefined)
    made.push(standingCandidate('outcomes', outcomes, 'agent', 0.6, outcomesChars * scale));
  return made.filter(({ rendered }) => rendered !== '');
}

function standingCandidate(
  id: string,
  text: string,
  trust: Trust,
  relevance: number,
  chars: number,
): Candidate {
  const clean = cleanText(text);
  const short = capText(clean, chars);
  const rendered = clean.trim() === '' ? '' : element(id, { trust }, escapeText(short));
  const tokens = estimateTokens(rendered);
  return { id, section: 'prefrontal', trust, rendered, tokens, relevance, shortened: short !== clean };
}

function shownMessage({ speaker, text, ...rest }: IncomingMessage): IncomingMessage {
  return { ...rest, speaker: label(speaker), text: cleanText(text) };
}

function renderMessage({ at, due, period, speaker, text, trust, zone }: IncomingMessage): string {
  const days = period && `${period.from}/${period.to}`;
  return element(
    'message',
    { speaker, at, due: due && localTime(due, zone), trust, period: days },
    escapeText(text),
  );
}

function usedOf(prompt: Pick<RenderedPrompt, 'sections'>): number {
  return prompt.sections.reduce((sum, { used }) => sum + used, 0);
}

/** The tokens of a whole prompt by our own estimate. */
function tokensOf(prompt: Prompt): number {
  return prompt.messages.reduce(
    (sum, { content }) => sum + estimateTokens(content),
    estimateTokens(prompt.system),
  );
}

function demandOf(candidates: readonly Candidate[]): number {
  return candidates.reduce((sum, item) => sum + item.tokens, 0);
}

function byTime(a: MemoryItem, b: MemoryItem): number {
  if (a.at !== b.at) return a.at < b.at ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}
