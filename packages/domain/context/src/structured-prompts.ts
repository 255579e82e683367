import type { Mode, Trust } from '@salience/contracts';
import { modes } from '@salience/contracts';
import { readTrust } from './parse-prompt.ts';
import type { Prompt, WorldItem } from './prompt.ts';
import { chunkInstructions } from './templates/chunk.ts';
import { episodeInstructions } from './templates/episode.ts';
import { tiebreakInstructions } from './templates/tiebreak.ts';
import { capText, cleanText } from './text.ts';
import { element, type Element, escapeText, readElements, unescapeText } from './xml.ts';

/** One exchange as the background roles see it. */
export interface PromptExchange {
  readonly id: string;
  readonly at: string;
  readonly speaker: string;
  readonly trust: Trust;
  readonly text: string;
  readonly reply: string | null;
}

/** What was already understood of one exchange. */
export interface PromptChunk {
  readonly exchangeId: string;
  /** How its words felt: 0 bad, 1 good; null or unset where nobody said. */
  readonly sentiment?: number | null;
  readonly gists: readonly string[];
  readonly facts: readonly string[];
}

/** What a memory chunk is made from. */
export interface ChunkPromptInput {
  readonly exchange: PromptExchange;
  /** The exchanges just before, for understanding only: nothing is extracted from them. */
  readonly neighbours: readonly PromptExchange[];
  readonly worldState: readonly Pick<WorldItem, 'id' | 'kind' | 'text' | 'trust'>[];
}

/** What an episode is made from. */
export interface EpisodePromptInput {
  readonly exchanges: readonly PromptExchange[];
  readonly chunks: readonly PromptChunk[];
}

/** What the tie-breaker decides. */
export interface TiebreakPromptInput {
  readonly message: string;
  readonly candidates: readonly [Mode, Mode];
}

/** The roles whose answer is an object. */
export const structuredTasks = [
  'chunk',
  'episode',
  'concept',
  'tiebreak',
  'critic',
  'biography',
  'experience',
  'drift',
] as const;
export type StructuredTask = (typeof structuredTasks)[number];

const exchangeChars = 4_000;
const neighbourChars = 800;
const noteChars = 1_000;
/** Characters of all exchanges of an episode together; the room is shared evenly. */
const episodeChars = 48_000;

/** The prompt that turns one exchange into a proposal of gists, facts and entities. Same input, same bytes. */
export function renderChunkPrompt(input: ChunkPromptInput): Prompt {
  return promptOf('chunk', chunkInstructions, [
    element('before', {}, input.neighbours.map((item) => renderExchange(item, neighbourChars)).join('\n')),
    element('world', {}, input.worldState.map(renderNote).join('\n')),
    element('now', {}, renderExchange(input.exchange, exchangeChars)),
  ]);
}

/** Reads a prompt made by `renderChunkPrompt`; undefined when it is not one. */
export function parseChunkPrompt(prompt: Prompt): ChunkPromptInput | undefined {
  const content = contentOf(prompt, 'chunk');
  if (content === undefined) return undefined;
  const exchange = readExchanges(inside(content, 'now'))[0];
  if (exchange === undefined) return undefined;
  return {
    exchange,
    neighbours: readExchanges(inside(content, 'before')),
    worldState: readElements(inside(content, 'world'), 'note').map(({ attributes, inner }) => ({
      id: attributes['id'] ?? '',
      kind: attributes['kind'] ?? '',
      trust: readTrust(attributes['trust']),
      text: unescapeText(inner),
    })),
  };
}

/** The prompt that turns a range of exchanges into an episode. Same input, same bytes. */
export function renderEpisodePrompt(input: EpisodePromptInput): Prompt {
  const share = Math.floor(episodeChars / Math.max(1, input.exchanges.length));
  const room = Math.max(200, Math.min(exchangeChars, share));
  return promptOf('episode', episodeInstructions, [
    element('exchanges', {}, input.exchanges.map((item) => renderExchange(item, room)).join('\n')),
    element('understood', {}, input.chunks.map(renderChunk).join('\n')),
  ]);
}

/** Reads a prompt made by `renderEpisodePrompt`; undefined when it is not one. */
export function parseEpisodePrompt(prompt: Prompt): EpisodePromptInput | undefined {
  const content = contentOf(prompt, 'episode');
  if (content === undefined) return undefined;
  return {
    exchanges: readExchanges(inside(content, 'exchanges')),
    chunks: readElements(inside(content, 'understood'), 'chunk').map(({ attributes, inner }) => ({
      exchangeId: attributes['exchange'] ?? '',
      ...(attributes['sentiment'] === undefined ? {} : { sentiment: Number(attributes['sentiment']) }),
      gists: readElements(inner, 'gist').map((item) => unescapeText(item.inner)),
      facts: readElements(inner, 'fact').map((item) => unescapeText(item.inner)),
    })),
  };
}

/** The prompt that lets a model choose between two modes. Same input, same bytes. */
export function renderTiebreakPrompt(input: TiebreakPromptInput): Prompt {
  const [a, b] = input.candidates;
  return promptOf('tiebreak', tiebreakInstructions, [
    element('candidate', { label: 'A', mode: a }, ''),
    element('candidate', { label: 'B', mode: b }, ''),
    element('message', {}, escapeText(capText(cleanText(input.message), exchangeChars))),
  ]);
}

/** Reads a prompt made by `renderTiebreakPrompt`; undefined when it is not one. */
export function parseTiebreakPrompt(prompt: Prompt): TiebreakPromptInput | undefined {
  const content = contentOf(prompt, 'tiebreak');
  if (content === undefined) return undefined;
  const [a, b] = readElements(content, 'candidate').map((item) =>
    modes.find((mode) => mode === item.attributes['mode']),
  );
  if (a === undefined || b === undefined) return undefined;
  return { message: unescapeText(inside(content, 'message')), candidates: [a, b] };
}

/** A prompt that asks for one object: the instructions of a task, and its material, whose parts are elements already. */
export function promptOf(task: StructuredTask, instructions: string, parts: readonly string[]): Prompt {
  return {
    system: element('task', { name: task }, `\n${instructions}\n`),
    messages: [{ role: 'user', content: parts.join('\n') }],
  };
}

/** The material of a prompt of that task; undefined when it is another's. */
export function contentOf(prompt: Prompt, task: StructuredTask): string | undefined {
  const name = readElements(prompt.system, 'task')[0]?.attributes['name'];
  // A repair call adds messages; the material is always in the first.
  return name === task ? prompt.messages.find((message) => message.role === 'user')?.content : undefined;
}

/** What is inside the first element of that name. */
export function inside(content: string, name: string): string {
  return readElements(content, name)[0]?.inner ?? '';
}

/** An exchange as background roles see it; each of its texts has `room` characters. */
export function renderExchange(item: PromptExchange, room: number): string {
  const { id, at, trust } = item;
  const speaker = capText(cleanText(item.speaker), 120);
  const said = element('said', {}, escapeText(capText(cleanText(item.text), room)));
  const reply =
    item.reply === null ? '' : element('reply', {}, escapeText(capText(cleanText(item.reply), room)));
  return element('exchange', { id, at, speaker, trust }, said + reply);
}

/** The exchanges that `renderExchange` wrote. */
export function readExchanges(text: string): PromptExchange[] {
  return readElements(text, 'exchange').map(({ attributes, inner }: Element) => {
    const reply = readElements(inner, 'reply')[0];
    return {
      id: attributes['id'] ?? '',
      at: attributes['at'] ?? '',
      speaker: attributes['speaker'] ?? '',
      trust: readTrust(attributes['trust']),
      text: unescapeText(readElements(inner, 'said')[0]?.inner ?? ''),
      reply: reply === undefined ? null : unescapeText(reply.inner),
    };
  });
}

function renderNote(item: ChunkPromptInput['worldState'][number]): string {
  const { id, kind, trust } = item;
  return element('note', { id, kind, trust }, escapeText(capText(cleanText(item.text), noteChars)));
}

function renderChunk(chunk: PromptChunk): string {
  const write = (name: string) => (text: string) =>
    element(name, {}, escapeText(capText(cleanText(text), noteChars)));
  return element(
    'chunk',
    { exchange: chunk.exchangeId, sentiment: chunk.sentiment?.toString() },
    [...chunk.gists.map(write('gist')), ...chunk.facts.map(write('fact'))].join(''),
  );
}
