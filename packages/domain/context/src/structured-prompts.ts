import type {
  ChunkPromptInput,
  EpisodePromptInput,
  PromptChunk,
  PromptExchange,
  TiebreakPromptInput,
} from './task-inputs.ts';
import { localTime, capText, cleanText } from '@salience/language';
import type { Prompt } from './written-prompt.ts';
import { chunkInstructions } from './templates/chunk.ts';
import { episodeInstructions } from './templates/episode.ts';
import { tiebreakInstructions } from './templates/tiebreak.ts';
import { element, escapeText } from './xml.ts';

/** The roles whose answer is an object. */
export const structuredTasks = [
  'chunk',
  'stretch',
  'episode',
  'concept',
  'tiebreak',
  'compact',
  'critic',
  'triage',
  'biography',
  'experience',
  'drift',
  'reflect',
] as const;
export type StructuredTask = (typeof structuredTasks)[number];

const exchangeChars = 4_000;
const neighbourChars = 300;
const noteChars = 1_000;
/** Maximum characters of a note on the state of the world: enough to identify it. */
const worldNoteChars = 160;
const nameChars = 80;
const keysMax = 24;
/** Characters of all exchanges of an episode together; the room is shared evenly. */
const episodeChars = 48_000;

/** The material of a chunk, escaped and shortened. */
export function shownChunk(input: ChunkPromptInput): ChunkPromptInput {
  return { exchange: shownExchange(input.exchange, exchangeChars), ...shownBeside(input) };
}

/** The material beside exchanges, escaped and shortened. */
export function shownBeside(
  input: Pick<ChunkPromptInput, 'known' | 'neighbours' | 'worldState'>,
): Pick<ChunkPromptInput, 'known' | 'neighbours' | 'worldState'> {
  return {
    neighbours: input.neighbours.map((item) => shownExchange(item, neighbourChars)),
    worldState: input.worldState.map(({ id, kind, text, trust }) => ({
      id,
      kind,
      trust,
      text: shownText(text, worldNoteChars),
    })),
    known: input.known && {
      name: input.known.name === undefined ? undefined : shownText(input.known.name, nameChars),
      keys: input.known.keys.slice(0, keysMax).map((key) => shownText(key, nameChars)),
    },
  };
}

/** The prompt that asks for a chunk of one exchange. Deterministic. */
export function renderChunkPrompt(input: ChunkPromptInput): Prompt {
  const { exchange, ...beside } = shownChunk(input);
  return objectPrompt('chunk', chunkInstructions, [
    ...renderBeside(beside),
    element('now', {}, renderExchange(named(exchange, beside.known))),
  ]);
}

/** The material beside exchanges, as elements of a prompt. */
export function renderBeside({
  known,
  neighbours,
  worldState,
}: Pick<ChunkPromptInput, 'known' | 'neighbours' | 'worldState'>): string[] {
  return [
    ...section('before', neighbours.map(renderBefore)),
    ...section('world', worldState.map(renderNote)),
    ...section(
      'known',
      known === undefined || known.keys.length === 0 ? [] : [escapeText(known.keys.join(' '))],
    ),
  ];
}

/** An exchange with the speaker's name, if known. */
export function named<E extends PromptExchange>(exchange: E, known: ChunkPromptInput['known']): E {
  const name = exchange.speaker === 'user' ? known?.name : undefined;
  return name === undefined ? exchange : { ...exchange, speaker: name };
}

/** The material of an episode, escaped and shortened. */
export function shownEpisode(input: EpisodePromptInput): EpisodePromptInput {
  const share = Math.floor(episodeChars / Math.max(1, input.exchanges.length));
  const room = Math.max(200, Math.min(exchangeChars, share));
  return {
    exchanges: input.exchanges.map((item) => shownExchange(item, room)),
    chunks: input.chunks.map(({ exchangeId, facts, gists, sentiment }) => ({
      exchangeId,
      sentiment,
      gists: gists.map((gist) => shownText(gist, noteChars)),
      facts: facts.map((fact) => shownText(fact, noteChars)),
    })),
  };
}

/** The prompt that turns a range of exchanges into an episode. Same input, same bytes. */
export function renderEpisodePrompt(input: EpisodePromptInput): Prompt {
  const shown = shownEpisode(input);
  const chunks = new Map(shown.chunks.map((chunk) => [chunk.exchangeId, chunk]));
  const exchanges = shown.exchanges.map((item) => renderExchange(item, chunks.get(item.id)));
  return objectPrompt('episode', episodeInstructions, section('exchanges', exchanges));
}

/** The prompt that lets a model choose between two modes. Same input, same bytes. */
export function renderTiebreakPrompt(input: TiebreakPromptInput): Prompt {
  const { candidates } = input;
  const message = shownText(input.message, exchangeChars);
  return objectPrompt('tiebreak', tiebreakInstructions, [
    element('candidate', { label: 'A', mode: candidates[0] }, ''),
    element('candidate', { label: 'B', mode: candidates[1] }, ''),
    element('message', {}, escapeText(message)),
  ]);
}

/** A prompt that asks for one object: the instructions, and the material, whose parts are elements already. */
export function objectPrompt(name: StructuredTask, instructions: string, parts: readonly string[]): Prompt {
  return {
    system: element('task', { name }, `\n${instructions}\n`),
    messages: [{ role: 'user', content: parts.join('\n') }],
  };
}

/** A text as a model sees it: clean, `max` characters at most. */
export function shownText(text: string, max: number): string {
  return capText(cleanText(text), max);
}

/** An exchange as background roles see it; each of its texts has `room` characters. */
export function shownExchange(item: PromptExchange, room: number): PromptExchange {
  return {
    ...item,
    speaker: shownText(item.speaker, 120),
    text: shownText(item.text, room),
    reply: item.reply === null ? null : shownText(item.reply, room),
  };
}

/** An element around lines; none where there are none. */
export function section(name: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [element(name, {}, lines.join('\n'))];
}

/** An exchange of before: when it was matters little. */
function renderBefore(item: PromptExchange): string {
  return renderedExchange({ ...item, at: undefined });
}

/** A shown exchange as text: local time, who spoke and, where it is not the person's own, how far it is trusted. */
export function renderExchange(item: PromptExchange, chunk?: PromptChunk, n?: number): string {
  return renderedExchange({ ...item, at: localTime(item.at, item.zone), n }, chunk);
}

function renderedExchange(
  {
    at,
    n,
    reply,
    speaker,
    text,
    trust,
  }: Omit<PromptExchange, 'at'> & { readonly at: string | undefined; readonly n?: number | undefined },
  chunk?: PromptChunk,
): string {
  const said = element('said', {}, escapeText(text));
  const answered = reply === null ? '' : element('reply', {}, escapeText(reply));
  const own = trust === 'user' || trust === 'owner' ? undefined : trust;
  const felt = chunk?.sentiment?.toString();
  return element(
    'exchange',
    { n: n?.toString(), at, speaker, trust: own, felt },
    said + answered + renderChunk(chunk),
  );
}

function renderNote({ kind, text, trust }: ChunkPromptInput['worldState'][number]): string {
  const own = trust === 'user' || trust === 'owner' ? undefined : trust;
  return element('note', { kind, trust: own }, escapeText(text));
}

function renderChunk(chunk: PromptChunk | undefined): string {
  const notes = chunk === undefined ? [] : [...chunk.gists, ...chunk.facts];
  return notes.length === 0 ? '' : element('noted', {}, escapeText(notes.join('; ')));
}
