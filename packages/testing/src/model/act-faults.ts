import type { ModelDialect, ModelReply, ModelRequest, ModelScript, ScriptedCall } from './model-script.ts';

/** One way for a planner to go wrong, or to go on, by what it answers to one planning request after another. */
export interface ActFault {
  readonly name: string;
  /** What it answers to planning request number `n`, from 1, when `call` is what would help. */
  readonly reply: (dialect: ModelDialect, call: ScriptedCall, n: number) => ModelReply;
  /** What asking once comes to, whatever is tried: `ok`, or the code of the error. */
  readonly planned: string;
  /** What is wrong with the first call of the first answer; null where it may run, undefined where there is none. */
  readonly broken: string | null | undefined;
}

const done: ModelReply = { text: 'Done.' };
const first = (reply: ModelReply, n: number): ModelReply => (n === 1 ? reply : done);
const cut = (dialect: ModelDialect): string => (dialect === 'anthropic' ? 'max_tokens' : 'length');
const half = (call: ScriptedCall): ScriptedCall => {
  const text = JSON.stringify(call.arguments);
  return { ...call, arguments: text.slice(0, Math.floor(text.length / 2)) };
};

/** How a server of the dialect says that a prompt is longer than its model reads. */
export function overflowReply(dialect: ModelDialect): ModelReply {
  switch (dialect) {
    case 'openai':
      return { status: 400, errorCode: 'context_length_exceeded' };
    case 'anthropic':
      return {
        status: 400,
        errorCode: 'invalid_request_error',
        errorMessage: 'prompt is too long: 250000 tokens > 200000 maximum',
      };
    case 'ollama':
      return {
        status: 400,
        errorCode: 'invalid_request_error',
        errorMessage: 'the request exceeds the available context size, try increasing it',
      };
  }
}

/** Every way that the loop of actions has to survive. Whatever is not faulty ends with a word and no further call. */
export const actFaults: readonly ActFault[] = [
  {
    name: 'arguments that are broken JSON',
    reply: (_dialect, call, n) => first({ calls: [half(call)] }, n),
    planned: 'ok',
    broken: 'not JSON',
  },
  {
    name: 'arguments that are no object',
    reply: (_dialect, call, n) => first({ calls: [{ ...call, arguments: '["a list"]' }] }, n),
    planned: 'ok',
    broken: 'not a JSON object',
  },
  {
    name: 'a tool that there is not',
    reply: (_dialect, call, n) => first({ calls: [{ ...call, tool: 'no_such_tool' }] }, n),
    planned: 'ok',
    broken: null,
  },
  {
    name: 'arguments cut at the length',
    reply: (dialect, call, n) => first({ calls: [half(call)], finish: cut(dialect) }, n),
    planned: 'ok',
    broken: 'cut off',
  },
  {
    name: 'whole arguments in an answer cut at its length',
    reply: (dialect, call, n) => first({ calls: [call], finish: cut(dialect) }, n),
    planned: 'ok',
    broken: 'cut off',
  },
  {
    name: 'silence in the middle of a call',
    reply: (_dialect, call) => ({ calls: [call], stall: 1 }),
    planned: 'llm.stalled',
    broken: undefined,
  },
  {
    name: 'a connection cut in the middle of a call',
    reply: (_dialect, call) => ({ calls: [call], dropAfter: 1 }),
    planned: 'llm.unreachable',
    broken: undefined,
  },
  {
    name: 'a connection cut once, after a whole call',
    reply: (_dialect, call, n) =>
      n === 1 ? { calls: [call, call], dropAfter: 3 } : n === 2 ? { calls: [call] } : done,
    planned: 'ok',
    broken: null,
  },
  {
    name: 'the same call for ever',
    reply: (_dialect, call) => ({ calls: [call] }),
    planned: 'ok',
    broken: null,
  },
  {
    name: 'forty steps',
    reply: (_dialect, call, n) => (n > 40 ? done : { calls: [numbered(call, n)] }),
    planned: 'ok',
    broken: null,
  },
  {
    name: 'two calls in one answer',
    reply: (_dialect, call, n) => first({ text: 'Both. ', calls: [call, numbered(call, 2)] }, n),
    planned: 'ok',
    broken: null,
  },
  {
    name: 'arguments in many pieces',
    reply: (_dialect, call, n) => first({ calls: [{ ...call, deltas: 60 }] }, n),
    planned: 'ok',
    broken: null,
  },
  {
    name: 'a call without an id',
    reply: (_dialect, call, n) => first({ calls: [{ ...call, id: null }] }, n),
    planned: 'ok',
    broken: null,
  },
  {
    name: 'a context that overflows once',
    reply: (dialect, call, n) => (n === 1 ? overflowReply(dialect) : n === 2 ? { calls: [call] } : done),
    planned: 'llm.context-overflow',
    broken: undefined,
  },
];

/** The call with its first text argument changed: another angle, not a repetition. */
function numbered(call: ScriptedCall, n: number): ScriptedCall {
  if (typeof call.arguments === 'string') return call;
  let changed = false;
  const entries = Object.entries(call.arguments as Record<string, unknown>).map(([key, value]) => {
    if (changed || typeof value !== 'string' || key === 'action') return [key, value];
    changed = true;
    return [key, `${value} ${n}`];
  });
  return { ...call, arguments: Object.fromEntries(entries) as object };
}

/** True for a request that offers tools to call, as against one that asks for a reply or an object. */
function isPlanning(request: ModelRequest): boolean {
  const tools = request.body.tools as readonly unknown[] | undefined;
  // An object is asked of Anthropic's models as a call that is forced.
  const forced = (request.body.tool_choice as { type?: unknown } | undefined)?.type === 'tool';
  return tools !== undefined && tools.length > 0 && !forced;
}

/** A script that answers planning requests, counted for themselves, and everything else by another script. */
export function planningScript(
  plans: (request: ModelRequest, n: number) => ModelReply,
  otherwise: (request: ModelRequest) => ModelReply = () => ({}),
): ModelScript {
  let planned = 0;
  return (request) => (isPlanning(request) ? plans(request, ++planned) : otherwise(request));
}
