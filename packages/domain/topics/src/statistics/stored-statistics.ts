import { SalienceError } from '@salience/errors';
import type { TopicProfile, TopicStatistics } from './statistics.ts';

/** The shape of what is stored; another one is not read. */
const format = 1;

interface Head {
  readonly format: number;
  readonly samples: number;
  readonly size: number;
  readonly lines: TopicStatistics['lines'];
  /** Came later than the format: a reader that does not know it passes it by, and bytes without it are read too. */
  readonly knownLines?: TopicStatistics['knownLines'];
  readonly words: readonly (readonly [number, number])[];
  readonly topics: readonly {
    readonly id: string;
    readonly length: number;
    readonly words: readonly (readonly [number, number])[];
  }[];
}

const short = (value: number) => Math.round(value * 1e4) / 1e4;
const shortWords = (words: ReadonlyMap<number, number>) =>
  Array.from(words, ([stem, weight]) => [stem, short(weight)] as const);

/** Statistics as bytes: the length of a JSON head, the head, then mean, factor and one vector a topic as 32-bit floats. */
export function encodeStatistics(statistics: TopicStatistics): Uint8Array {
  const { samples, mean, factor, lines, knownLines, wordWeights, profiles } = statistics;
  const head: Head = {
    format,
    samples,
    size: mean.length,
    lines,
    knownLines,
    words: shortWords(wordWeights),
    topics: Array.from(profiles, ([id, profile]) => ({
      id,
      length: profile.length,
      words: shortWords(profile.words),
    })),
  };
  const text = new TextEncoder().encode(JSON.stringify(head));
  const floats = [mean, factor, ...Array.from(profiles.values(), ({ vector }) => vector)];
  const numbers = floats.reduce((sum, list) => sum + list.length, 0);
  const bytes = new Uint8Array(4 + text.length + numbers * 4);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, text.length, true);
  bytes.set(text, 4);
  let at = 4 + text.length;
  for (const list of floats)
    for (const value of list) {
      view.setFloat32(at, value, true);
      at += 4;
    }
  return bytes;
}

/** What `encodeStatistics` wrote. Throws `topics.statistics_format` when the bytes are of another format or were cut. */
export function decodeStatistics(bytes: Uint8Array): TopicStatistics {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const head = readHead(bytes, view);
  let at = 4 + view.getUint32(0, true);
  const floats = (count: number): Float32Array => {
    const list = new Float32Array(count);
    for (let i = 0; i < count; i += 1) list[i] = view.getFloat32(at + i * 4, true);
    at += count * 4;
    return list;
  };
  const { size, samples, lines, knownLines = null, words } = head;
  const expected = at + 4 * (size + (size * (size + 1)) / 2 + head.topics.length * size);
  if (expected !== bytes.byteLength) throw badFormat(`${bytes.byteLength} bytes instead of ${expected}`);
  const mean = floats(size);
  const factor = floats((size * (size + 1)) / 2);
  const profiles = new Map(
    head.topics.map((topic): [string, TopicProfile] => {
      const profile = { vector: floats(size), words: new Map(topic.words), length: topic.length };

      return [topic.id, profile];
    }),
  );
  return { samples, mean, factor, lines, knownLines, wordWeights: new Map(words), profiles };
}

function readHead(bytes: Uint8Array, view: DataView): Head {
  try {
    const text = new TextDecoder().decode(bytes.subarray(4, 4 + view.getUint32(0, true)));
    const head = JSON.parse(text) as Head;
    if (head.format === format) return head;
    throw badFormat(`format ${String(head.format)}`);
  } catch (error) {
    if (error instanceof SalienceError) throw error;
    throw badFormat('no readable head');
  }
}

function badFormat(found: string): SalienceError {
  return new SalienceError(
    'topics.statistics_format',
    `Expected topic statistics of format ${format}, got ${found}. They are learned again from the stored messages.`,
    { data: { format } },
  );
}
