import type { ModelReply } from '@salience/testing';
import { seededRandom } from '@salience/testing/load';

/** Which object is written. */
export interface Writing {
  readonly task: string;
  /** It was asked for again. */
  readonly again: boolean;
  readonly n: number;
}

/** How a model of some quality writes what a very good one means. */
export interface Habits {
  object(object: object, writing: Writing): string;
  reply(reply: ModelReply, n: number): ModelReply;
  /** Whether it makes the same call for ever in a turn. */
  loopsIn(key: string): boolean;
  /** Whether it heeds what a tool says of the form of its arguments before it was told that they are wrong. */
  readonly readsDescriptions: boolean;
  /** Values that nobody said and that it proposed all the same. */
  readonly invented: readonly string[];
}

/** What is meant, and nothing around it. */
export const goodHabits: Habits = {
  object: (object) => JSON.stringify(object),
  reply: (reply) => reply,
  loopsIn: () => false,
  readsDescriptions: true,
  invented: [],
};

type Item = Readonly<Record<string, unknown>>;

const inventions = ['Oslo', 'a motorbike', 'Kyoto', 'two horses', 'Zanzibar'];
/** The chunk, counted from 1, that it first refuses to write. */
const refusedChunk = 3;
/** Share of chunks that hold something invented. */
const inventsShare = 0.4;

/**
 * A small model that means well: prose, fences and thoughts around its objects, commas too many, words that no list allows, fields left
 * out, texts too long, one refusal, and in one turn the same call again and again. The same for the same seed.
 */
export function poorHabits(seed: number, loopingTurn: string): Habits {
  const invented: string[] = [];
  let chunks = 0;
  return {
    invented,
    readsDescriptions: false,
    loopsIn: (key) => key === loopingTurn,
    object(object, { again, task }) {
      if (task === 'chunk' && !again) chunks += 1;
      if (task === 'chunk' && !again && chunks === refusedChunk)
        return "I'm sorry, but I can't help with collecting personal information.";
      // From what is written alone: workers ask in no fixed order.
      const random = seededRandom(hashOf(`${seed} ${task} ${again} ${JSON.stringify(object)}`));
      const pick = <T>(some: readonly T[]): T => some[Math.floor(random() * some.length)] as T;
      let content = pick(contents)(object as Item);
      if (task === 'chunk' && random() < inventsShare && Array.isArray(content['facts'])) {
        const value = inventions[invented.length % inventions.length] as string;
        invented.push(value);
        const fact = { subject: 'user', key: 'dreams_of', value, confidence: 0.8 };
        content = { ...content, facts: [...(content['facts'] as readonly object[]), fact] };
      }
      return pick(wrappings)(content);
    },
    reply(reply, n) {
      if (reply.text === undefined || n % 2 === 0) return reply;
      return {
        ...reply,
        text: `<think>They want an answer. I should be brief {not JSON}.</think>${reply.text}`,
      };
    },
  };
}

/** What stands around an object, or in it where no JSON allows it. */
const wrappings: readonly ((object: Item) => string)[] = [
  (object) => JSON.stringify(object),
  (object) => `\`\`\`json\n${JSON.stringify(object, null, 2)}\n\`\`\``,
  (object) =>
    `Sure! Here is the JSON you asked for:\n\n${JSON.stringify(object)}\n\nLet me know if I missed something.`,
  (object) =>
    `Here it is:\n\`\`\`\n${JSON.stringify(object, null, 1)}\n\`\`\`\nI left out what was not said.`,
  (object) => `<think>They want JSON such as {"gists": []}. Let me see.</think>\n${JSON.stringify(object)}`,
  (object) => JSON.stringify(object, null, 2).replaceAll(/([\]}"\d])\n(\s*[\]}])/g, '$1,\n$2'),
];

/** What is wrong with the object itself. Right items stay as they are; what is added to them is wrong. */
const contents: readonly ((object: Item) => Item)[] = [
  (object) => object,
  (object) => withCopies(object, misnamed),
  (object) => withCopies(object, overlong),
  withoutOptional,
];

/** Fields of items that are a choice of few words. */
const choices = ['type', 'kind', 'category'];
const optional = ['sentiment', 'scope', 'aliases', 'direction', 'intentType'];

/** Every list of objects once more with its first item spoiled, at the end. */
function withCopies(object: Item, spoiled: (item: Item) => Item | undefined): Item {
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => {
      if (!Array.isArray(value) || typeof value[0] !== 'object') return [name, value];
      const copy = spoiled(value[0] as Item);
      return [name, copy === undefined ? value : [...(value as unknown[]), copy]];
    }),
  );
}

function misnamed(item: Item): Item | undefined {
  const name = choices.find((choice) => choice in item);
  return name === undefined ? undefined : { ...item, [name]: 'allergic-to' };
}

function overlong(item: Item): Item | undefined {
  const name = ['content', 'value', 'definition', 'text', 'name'].find(
    (one) => typeof item[one] === 'string',
  );
  return name === undefined ? undefined : { ...item, [name]: `${String(item[name])} `.repeat(200) };
}

function withoutOptional(object: Item): Item {
  const kept = Object.entries(object).filter(([name]) => !optional.includes(name));
  return Object.fromEntries(
    kept.map(([name, value]) => [
      name,
      name === 'entities' && Array.isArray(value)
        ? value.map(({ confidence: _, ...item }: Item) => item)
        : value,
    ]),
  );
}

/** A text as a number (FNV-1a). */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash;
}
