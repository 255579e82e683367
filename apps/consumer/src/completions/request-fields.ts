import { httpProblem } from '../http/problems.ts';

/** What becomes of a field of the request. */
export type FieldFate =
  /** It does what OpenAI documents. */
  | 'honoured'
  /** It changes nothing here; the answer names it in `X-Ignored-Fields`. */
  | 'ignored'
  /** An answer of another form was asked for, which we do not give: 400. */
  | 'refused';

interface Field {
  readonly fate: FieldFate;
  /** Whether a value of a refused field asks for more than what is given anyway; every value but null where it is not said. */
  readonly asks?: (value: unknown) => boolean;
  /** What a client reads of a refused one. */
  readonly instead?: string;
}

const honoured: Field = { fate: 'honoured' };
const ignored: Field = { fate: 'ignored' };
const isFilled = (value: unknown): boolean => Array.isArray(value) && value.length > 0;
const ownTools =
  'the agent uses its own tools and asks a person where it must; give it tools by MCP servers or capabilities';

/** Every field that OpenAI documents for a chat completion. docs/api.md has the same table. */
export const requestFields: Readonly<Record<string, Field>> = {
  messages: honoured,
  metadata: honoured,
  model: honoured,
  n: honoured,
  stream: honoured,
  stream_options: honoured,
  audio: { fate: 'refused', instead: 'answers are text' },
  frequency_penalty: ignored,
  function_call: { fate: 'refused', asks: isForced, instead: ownTools },
  functions: { fate: 'refused', asks: isFilled, instead: ownTools },
  logit_bias: ignored,
  logprobs: { fate: 'refused', asks: (value) => value === true, instead: 'answers have no probabilities' },
  max_completion_tokens: ignored,
  max_tokens: ignored,
  modalities: {
    fate: 'refused',
    asks: (value) => Array.isArray(value) && value.some((one) => one !== 'text'),
    instead: 'answers are text',
  },
  moderation: ignored,
  parallel_tool_calls: ignored,
  prediction: ignored,
  presence_penalty: ignored,
  prompt_cache_key: ignored,
  prompt_cache_options: ignored,
  prompt_cache_retention: ignored,
  reasoning_effort: ignored,
  response_format: {
    fate: 'refused',
    asks: (value) => (value as { type?: unknown } | null)?.type !== 'text',
    instead: 'answers are text for a person; ask for a form in words',
  },
  safety_identifier: ignored,
  seed: ignored,
  service_tier: ignored,
  stop: {
    fate: 'refused',
    asks: (value) => !Array.isArray(value) || value.length > 0,
    instead: 'answers are whole: they are remembered as they were given',
  },
  store: ignored,
  temperature: ignored,
  tool_choice: { fate: 'refused', asks: isForced, instead: ownTools },
  tools: { fate: 'refused', asks: isFilled, instead: ownTools },
  top_logprobs: {
    fate: 'refused',
    asks: (value) => value !== 0,
    instead: 'answers have no probabilities',
  },
  top_p: ignored,
  user: ignored,
  verbosity: ignored,
  web_search_options: { fate: 'refused', instead: ownTools },
};

/** A choice of tools that any answer without a call is. */
function isForced(value: unknown): boolean {
  return value !== 'none' && value !== 'auto';
}

/**
 * The fields of a request that change nothing, by name; unknown ones too. Throws `completions.not-honoured`, naming the first field that
 * asks for an answer of a form that is not given.
 */
export function ignoredFields(body: Readonly<Record<string, unknown>>): string[] {
  const sent = Object.entries(body).filter(([, value]) => value !== null && value !== undefined);
  for (const [name, value] of sent) {
    const { asks = () => true, fate, instead } = fieldOf(name);
    if (fate !== 'refused' || !asks(value)) continue;
    const message = `"${name}" is not honoured: ${instead ?? 'leave it out'}`;
    const detail = `Expected a request without ${name}: ${message}. Leave it out.`;
    throw httpProblem(422, 'completions.not-honoured', detail, { issues: [{ path: name, message }] });
  }
  return sent
    .map(([name]) => name)
    .filter((name) => fieldOf(name).fate !== 'honoured')
    .toSorted();
}

function fieldOf(name: string): Field {
  return Object.hasOwn(requestFields, name) ? (requestFields[name] ?? ignored) : ignored;
}
