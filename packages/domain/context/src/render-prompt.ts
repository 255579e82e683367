import type { Trust } from '@salience/contracts';
import { allocate, type Candidate, defaultBudgetTokens, fit } from './budget.ts';
import type {
  AgentIdentity,
  HistoryItem,
  IncomingMessage,
  MemoryItem,
  Prompt,
  PromptItem,
  Section,
  TemplateName,
  WorldItem,
} from './prompt.ts';
import { templates } from './templates/templates.ts';
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
  /** Tokens for identity, memory, history and world together; 6,000 unless told. */
  readonly budgetTokens?: number;
}

/** A prompt with the account of every candidate. */
export interface RenderedPrompt extends Prompt {
  readonly items: readonly PromptItem[];
}

/** Characters of one text by where it came from; what comes from outside gets less room. */
const textChars: Readonly<Record<Trust, number>> = {
  external: 1_000,
  agent: 2_000,
  user: 2_000,
  owner: 4_000,
};

/**
 * Writes what the model sees. `system` holds identity and instructions and depends only on agent, template and
 * budget, byte for byte; the one user message holds memory (oldest first), history, world, and last the message
 * itself, which is never cut. Every text is escaped and capped, and carries its trust. Same input, same bytes.
 */
export function renderPrompt(input: PromptInput): RenderedPrompt {
  const budget = input.budgetTokens ?? defaultBudgetTokens;
  const inHistory = new Set(input.history.map((item) => item.exchangeId));
  const repeated = input.memory.filter((item) => item.kind === 'exchange' && inHistory.has(item.exchangeId));
  const candidates: Record<Section, Candidate[]> = {
    identity: identityCandidates(input.agent),
    prefrontal: input.world.map(worldCandidate),
    memory: input.memory
      .filter((item) => !repeated.includes(item))
      .toSorted(byTime)
      .map(memoryCandidate),
    skills: [],
    history: input.history.map(historyCandidate),
  };
  const allocation = allocate(budget, {
    identity: demandOf(candidates.identity),
    prefrontal: demandOf(candidates.prefrontal),
    memory: demandOf(candidates.memory),
    skills: 0,
    history: demandOf(candidates.history),
  });
  const identity = fit(candidates.identity, allocation.identity);
  const memory = fit(candidates.memory, allocation.memory);
  const history = fit(candidates.history, allocation.history);
  const world = fit(candidates.prefrontal, allocation.prefrontal);

  return {
    system: renderSystem(input.agent, identity.kept, input.template),
    messages: [
      {
        role: 'user',
        content: [
          section('memory', memory.kept),
          section('history', history.kept),
          section('world', world.kept),
          renderMessage(input.message),
        ].join('\n'),
      },
    ],
    items: [
      ...identity.items,
      ...memory.items,
      ...repeated.map(
        (item): PromptItem => ({
          id: item.id,
          section: 'memory',
          tokens: 0,
          included: false,
          why: 'already in history',
        }),
      ),
      ...history.items,
      ...world.items,
    ],
  };
}

function renderSystem(agent: AgentIdentity, kept: readonly Candidate[], template: TemplateName): string {
  const name = capText(cleanText(agent.name), 120);
  const identity = element('identity', { name }, `\n${kept.map((part) => part.rendered).join('\n')}\n`);
  return `${identity}\n${element('instructions', { mode: template }, `\n${templates[template]}\n`)}`;
}

function renderMessage(message: IncomingMessage): string {
  const { speaker, at, trust } = message;
  return element('message', { speaker: label(speaker), at, trust }, escapeText(cleanText(message.text)));
}

function section(name: string, kept: readonly Candidate[]): string {
  return element(name, {}, kept.length === 0 ? '' : `\n${kept.map((item) => item.rendered).join('\n')}\n`);
}

function identityCandidates(agent: AgentIdentity): Candidate[] {
  const parts = [
    { id: 'persona', text: agent.persona, write: (text: string) => element('persona', {}, text) },
    ...agent.files.map((file) => ({
      id: file.path,
      text: file.text,
      write: (text: string) => element('file', { path: label(file.path) }, text),
    })),
  ];
  return parts.map((part, index) =>
    candidate('identity', part.id, part.text, textChars.owner, 1 - index / parts.length, part.write),
  );
}

function memoryCandidate(item: MemoryItem): Candidate {
  const attributes = {
    id: item.id,
    kind: item.kind,
    cite: item.exchangeId === item.id ? undefined : item.exchangeId,
    at: item.at,
    speaker: label(item.speaker),
    trust: item.trust,
    thread: item.threadId,
  };
  const reply = item.reply ? element('reply', {}, escapeText(shorten(item.reply, textChars.agent))) : '';
  return candidate('memory', item.id, item.text, textChars[item.trust], item.relevance, (text) =>
    element('item', attributes, text + reply),
  );
}

function historyCandidate(item: HistoryItem, index: number): Candidate {
  const { exchangeId: id, at, speaker, trust } = item;
  const reply =
    item.reply === null ? '' : element('reply', {}, escapeText(shorten(item.reply, textChars.agent)));
  // The latest exchange matters most: relevance is the place in the thread.
  return candidate('history', id, item.text, textChars[trust], index, (text) =>
    element('exchange', { id, at, speaker: label(speaker), trust }, element('said', {}, text) + reply),
  );
}

function worldCandidate(item: WorldItem): Candidate {
  const attributes = { id: item.id, kind: label(item.kind), at: item.at, trust: item.trust };
  return candidate('prefrontal', item.id, item.text, textChars[item.trust], item.relevance, (text) =>
    element('note', attributes, text),
  );
}

function candidate(
  of: Section,
  id: string,
  text: string,
  maxChars: number,
  relevance: number,
  write: (escaped: string) => string,
): Candidate {
  const clean = cleanText(text);
  const short = capText(clean, maxChars);
  const rendered = clean.trim() === '' ? '' : write(escapeText(short));
  const tokens = estimateTokens(rendered);
  return { id, section: of, rendered, tokens, relevance, shortened: short !== clean };
}

function shorten(text: string, max: number): string {
  return capText(cleanText(text), max);
}

function label(text: string): string {
  return capText(cleanText(text), 120);
}

function demandOf(candidates: readonly Candidate[]): number {
  return candidates.reduce((sum, item) => sum + item.tokens, 0);
}

function byTime(a: MemoryItem, b: MemoryItem): number {
  if (a.at !== b.at) return a.at < b.at ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}
