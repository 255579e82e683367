import { createHash } from 'node:crypto';
import type { ToolCall } from '@salience/contracts';
import { cleanText } from './clean-text.ts';
import type { PlanTool } from './tool-prompt.ts';

/** A call as a provider's library handed it over. */
export interface RawCall {
  /** The provider's own id; undefined where it gave none. */
  readonly id: string | undefined;
  readonly tool: string;
  /** The arguments as text. */
  readonly input: string;
  /** False where the call was begun and never ended. */
  readonly whole: boolean;
}

/** Where an answer stands. */
export interface CallPlace {
  readonly tools: readonly PlanTool[];
  /** Messages before it. */
  readonly position: number;
  /** Ids that earlier calls of the transcript have. */
  readonly taken: Iterable<string>;
  /** True where the answer stopped for its length. */
  readonly cut: boolean;
}

/** Maximum nesting of arguments: deeper ones fit no tool, and could overflow a recursion. */
const deepest = 64;

/**
 * The calls of one answer, each with an id that no other call of its transcript has: the provider's where there is one, else
 * one that depends on nothing but place and content. Arguments are given only where they are a whole JSON object.
 */
export function readCalls(raw: readonly RawCall[], place: CallPlace): ToolCall[] {
  const taken = new Set(place.taken);
  return raw.map((call, index) => {
    const id = idOf(call, `${place.position} ${index}`, taken);
    taken.add(id);
    const tool = cleanText(call.tool);
    if (place.cut || !call.whole) return { id, tool, arguments: null, broken: 'cut off' };
    return { id, tool, ...readArguments(call, place.tools) };
  });
}

// What one provider wrote may be sent to another: this is what all of them accept.
const acceptedId = /^[A-Za-z0-9_-]{1,40}$/;

function idOf(call: RawCall, place: string, taken: ReadonlySet<string>): string {
  const { id, input, tool } = call;
  if (id !== undefined && acceptedId.test(id) && !taken.has(id)) return id;
  for (let salt = 0; ; salt += 1) {
    const hash = createHash('sha256')
      .update(JSON.stringify([place, salt, tool, input]))
      .digest('hex');
    const made = `call_${hash.slice(0, 24)}`;
    if (!taken.has(made)) return made;
  }
}

type Arguments = Pick<ToolCall, 'arguments' | 'broken'>;

function readArguments({ input, tool }: RawCall, tools: readonly PlanTool[]): Arguments {
  const broken = (why: string): Arguments => ({ arguments: null, broken: why });
  if (input.trim() === '') {
    // Some servers write nothing where there is nothing to say; elsewhere it would be a guess.
    const known = tools.find(({ name }) => name === tool);
    return known !== undefined && takesNothing(known) ? { arguments: {} } : broken('no arguments were given');
  }
  let value: unknown;
  try {
    value = JSON.parse(input, (_key, part: unknown) => (typeof part === 'string' ? cleanText(part) : part));
  } catch (error) {
    // The place alone: the parser's own words quote what was written.
    const at = /position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1];
    return broken(`the arguments are not JSON${at === undefined ? '' : ` (character ${at})`}`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return broken('the arguments are not a JSON object');
  if (isDeeper(value, deepest)) return broken(`the arguments are nested more than ${deepest} levels deep`);
  return { arguments: value as Record<string, unknown> };
}

function takesNothing({ inputSchema }: PlanTool): boolean {
  const properties = 'properties' in inputSchema ? inputSchema.properties : undefined;
  return typeof properties !== 'object' || properties === null || Object.keys(properties).length === 0;
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((part) => isDeeper(part, levels - 1));
}
