import { renderActions } from './action-notes.ts';
import {
  allocate,
  type Candidate,
  defaultBudgetTokens,
  fit,
  isWanted,
  leastTokens,
  sharesOf,
} from './budget.ts';
import { label, worldChars } from './candidates.ts';
import { gather, type Gathered } from './gather.ts';
import { messageElement, type OwnKind } from './message-element.ts';
import { openElement } from './open-element.ts';
import type {
  IncomingMessage,
  PromptItem,
  PromptName,
  SectionUse,
  TemplateName,
  ToolMessage,
} from './prompt.ts';
import type { Prompt } from './written-prompt.ts';
import type { PlanPromptInput, PromptInput } from './prompt-input.ts';
import { historySection, personSection, section, usesOf } from './prompt-sections.ts';
import type { Refs } from './refs.ts';
import {
  shownHistory,
  shownMemory,
  type ShownHistoryItem,
  type ShownMessage,
  shownPerson,
  type ShownPrompt,
  shownWorld,
} from './shown-prompt.ts';
import { systemText } from './system-text.ts';
import { cleanText } from '@salience/language';
import { tokensOfPrompt } from './token-count.ts';
import { timesFrom } from './times.ts';

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
  /** The short names that stand in it, each with the id of its item: what may be cited, or read by its name. */
  readonly refs: Refs;
  /** Its content as values, for the offline responder. */
  readonly shown: ShownPrompt;
}

/** The planner's prompt before its first step; its transcript follows the one message. */
export interface RenderedPlanPrompt extends PromptAccount {
  readonly refs: Refs;
  /** The message that began the run, for the offline planner. */
  readonly order: ShownMessage;
  /** What was said in the thread before it as far as it is shown, oldest first, for the offline planner. */
  readonly history: readonly ShownHistoryItem[];
  readonly system: string;
  readonly messages: readonly Extract<ToolMessage, { readonly role: 'user' }>[];
}

/** Above this share of the window a prompt is compacted, and to that share. */
export const compaction = { above: 0.75, to: 0.5 } as const;
/** Maximum share of the budget for the actions of this turn. */
const actionsShare = 0.5;

/**
 * Writes what the model sees. `system` tells how to read, who the agent is and what to do, and depends only on agent, template and
 * budget, byte for byte; the one user message holds what the agent pursues, what is known of the person, memory (oldest first), history, world, what can be
 * and was done, and last the message itself, which is never cut. Every text is escaped and capped, and whatever is not the
 * user's says whose it is. Same input, same bytes.
 */
export function renderPrompt(input: PromptInput): RenderedPrompt {
  return asReply(withinWindow(input, input.template), input.template);
}

/**
 * The same prompt with half of the room for all that is not identity, instructions or message, and every text cut to a quarter
 * of what it may have: for a provider that says that the first one was too long.
 */
export function compactPrompt(input: PromptInput): RenderedPrompt {
  return asReply(compacted(input, input.template), input.template);
}

/** The planner's prompt before its first step: the same sections, with the instructions of ACT. */
export function renderPlanPrompt(input: PlanPromptInput): RenderedPlanPrompt {
  return asPlan(withinWindow(input, 'ACT'));
}

/** `compactPrompt` for the planner. */
export function compactPlanPrompt(input: PlanPromptInput): RenderedPlanPrompt {
  return asPlan(compacted(input, 'ACT'));
}

/** A prompt before it is one of a reply or of a planner. */
interface Assembled extends Prompt, PromptAccount {
  readonly refs: Refs;
  readonly order: IncomingMessage;
  /** Its content beside the message. */
  readonly showing: () => Omit<ShownPrompt, 'template' | 'message'>;
}

type AnyInput = PlanPromptInput & Pick<PromptInput, 'acted' | 'open'>;

/** The budget that a window has room for. */
export function budgetWithin(window: number | undefined, wanted = defaultBudgetTokens): number {
  return window === undefined
    ? wanted
    : Math.max(leastTokens, Math.min(wanted, Math.floor(window * compaction.to)));
}

function withinWindow(input: AnyInput, template: PromptName): Assembled {
  const window = input.windowTokens;
  // From the window alone, so that identity is the same on every turn.
  const budget = budgetWithin(window, input.budgetTokens);
  const whole = assemble(input, template, { budget, reserved: 0, scale: 1 });
  if (window === undefined) return { ...whole, compacted: 'no' };
  const total = tokensOfPrompt(whole);
  const beside = input.besideTokens ?? 0;
  const most = Math.floor(window * compaction.above) - beside;
  if (total <= most) return { ...whole, compacted: 'no' };
  // A planner's opening stays the same in the whole run, so it may fill what it has.
  const goal = beside > 0 ? most : Math.floor(window * compaction.to);
  const reserved = total - goal + (budget - usedOf(whole));
  return { ...assemble(input, template, { budget, reserved, scale: 1 }), compacted: 'window' };
}

function compacted(input: AnyInput, template: PromptName): Assembled {
  const first = withinWindow(input, template);
  const identity = first.sections.find(({ section }) => section === 'identity')?.used ?? 0;
  const open = usedOf(first) - identity;
  const budget = first.budgetTokens;
  const reserved = budget - identity - Math.floor(open / 2);
  return { ...assemble(input, template, { budget, reserved, scale: 0.25 }), compacted: 'overflow' };
}

function asReply({ order, showing, ...rest }: Assembled, template: TemplateName): RenderedPrompt {
  return { ...rest, shown: { template, message: order, ...showing() } };
}

function asPlan({ messages, showing, ...rest }: Assembled): RenderedPlanPrompt {
  return {
    ...rest,
    history: showing().history,
    messages: messages.map(({ content }) => ({ role: 'user', content })),
  };
}

interface Room {
  readonly budget: number;
  /** Tokens of the budget that stay empty. */
  readonly reserved: number;
  /** How much of its usual room each text gets. */
  readonly scale: number;
}

/** Whose words the message of these is: what it is called where a speaker stands. */
const ownKinds: Partial<Record<PromptName, OwnKind>> = {
  FLOOR: 'thoughts',
  REMIND: 'reminder',
  THOUGHT: 'thought',
  WAKE: 'signal',
};

function assemble(input: AnyInput, template: PromptName, room: Room): Omit<Assembled, 'compacted'> {
  const { budget } = room;
  const system = systemText(input.agent, template, budget);
  const most = budget - sharesOf(budget).identity;
  const held = Math.max(0, Math.min(room.reserved, most - leastTokens));
  const actions = renderActions(
    input.acted,
    Math.floor(Math.max(leastTokens, (budget - held) * actionsShare)),
  );
  const reserved = Math.min(held + actions.tokens, Math.max(held, most - leastTokens));
  const times = timesFrom(input.message.at, input.message.zone);
  const gathered = gather(input, template, { times, scale: room.scale });
  const known = [...gathered.about, ...gathered.traits];
  const prefrontal = [...gathered.goals, ...gathered.world, ...gathered.standing];
  const allocation = allocate(
    budget,
    {
      identity: system.used + demandOf(known),
      prefrontal: demandOf(prefrontal),
      memory: demandOf(gathered.memory),
      skills: demandOf(gathered.skills),
      history: demandOf(gathered.history),
    },
    reserved,
  );
  const fitted = {
    person: fit(known, Math.max(0, allocation.identity - system.used)),
    memory: fit(gathered.memory, allocation.memory),
    history: fit(gathered.history, allocation.history),
    prefrontal: fit(prefrontal, allocation.prefrontal),
    skills: fit(gathered.skills, allocation.skills),
  };
  const items = [...system.items, ...Object.values(fitted).flatMap((one) => one.items), ...actions.items];
  const kept = new Set(Object.values(fitted).flatMap((one) => one.kept));
  const message = shownMessage(input.message);
  const own = ownKinds[template];
  const goals = new Set(gathered.goals);
  const parts = [
    // First, because they change rarely.
    section(
      'goals',
      fitted.prefrontal.kept.filter((one) => goals.has(one)),
    ),
    ...personSections(input, gathered, kept),
    section('memory', fitted.memory.kept),
    historySection(gathered.history, fitted.history.kept),
    section(
      'world',
      fitted.prefrontal.kept.filter((one) => one.alone !== true && !goals.has(one)),
    ),
    section('skills', fitted.skills.kept),
    ...fitted.prefrontal.kept.flatMap(({ alone, rendered }) => (alone === true ? [rendered] : [])),
    actions.text,
    input.open === undefined ? '' : openElement(input.open, message.trust),
    messageElement(message, times, own),
  ];
  return {
    template,
    system: system.text,
    messages: [{ role: 'user', content: parts.filter((part) => part !== '').join('\n') }],
    refs: Object.fromEntries([...kept].flatMap(({ id, ref }) => (ref === undefined ? [] : [[ref, id]]))),
    order: message,
    showing: () => ({ ...actions.shown, ...shownOf(input, gathered, kept, room.scale) }),
    budgetTokens: budget,
    items,
    sections: usesOf(items, sharesOf(budget, reserved), {
      identity: system.used + demandOf(fitted.person.kept),
      actions: actions.tokens,
    }),
  };
}

/** The person that the agent serves, and the speaker if that is somebody else. */
function personSections(
  { person }: AnyInput,
  { about, traits }: Gathered,
  kept: ReadonlySet<Candidate>,
): string[] {
  const told = about.filter((one) => kept.has(one));
  const known = traits.filter((one) => kept.has(one));
  const speaker = person?.name ?? 'user';
  return speaker === 'user'
    ? [personSection(speaker, [...told, ...known])]
    : [personSection('user', told), personSection(speaker, known)];
}

/** The content of a reply's prompt, as values. */
function shownOf(input: AnyInput, gathered: Gathered, kept: ReadonlySet<Candidate>, scale: number) {
  const isKept = (one: Candidate | undefined): boolean => one !== undefined && kept.has(one);
  return {
    agentName: label(input.agent.name),
    open: input.open && { about: label(input.open.about), readings: input.open.readings.map(label) },
    person: input.person && shownPerson(input.person, scale, (at) => isKept(gathered.traits[at])),
    memory: gathered.remembered
      .filter((_, at) => isKept(gathered.memory[at]))
      .map((item) => shownMemory(item, scale)),
    history: input.history
      .filter((_, at) => isKept(gathered.history[at]))
      .map((item) => shownHistory(item, scale)),
    world: input.world
      .filter((_, at) => isKept(gathered.world[at]))
      .map((item) => shownWorld(item, worldChars(item) * scale)),
  };
}

function shownMessage({ speaker, text, ...rest }: IncomingMessage): IncomingMessage {
  return { ...rest, speaker: label(speaker), text: cleanText(text) };
}

function usedOf(prompt: Pick<PromptAccount, 'sections'>): number {
  return prompt.sections.reduce((sum, { used }) => sum + used, 0);
}

function demandOf(candidates: readonly Candidate[]): number {
  return candidates.filter(isWanted).reduce((sum, item) => sum + item.tokens, 0);
}
