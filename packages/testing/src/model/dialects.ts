import {
  argumentPieces,
  argumentsOf,
  idOf,
  type ModelDialect,
  type ModelReply,
  type ModelRequest,
  piecesOf,
  type ScriptedCall,
} from './model-script.ts';

/** How a protocol writes an answer. */
export interface Dialect {
  /** An error body. */
  error(code: string, message: string, param?: string): string;
  /** An error event inside a stream. */
  errorEvent(code: string, message: string): string;
  /** A whole answer. */
  whole(reply: ModelReply, request: ModelRequest): string;
  /** What comes before the first piece. */
  begin(request: ModelRequest): string;
  piece(text: string): string;
  /** A call in the pieces it is streamed in. */
  call(call: ScriptedCall, index: number, request: ModelRequest): readonly string[];
  /** What comes after the last piece. */
  end(reply: ModelReply): string;
}

const sse = (body: object, name?: string): string =>
  `${name === undefined ? '' : `event: ${name}\n`}data: ${JSON.stringify(body)}\n\n`;

const wordsOf = (reply: ModelReply): number => piecesOf(reply).join('').split(/\s+/).length;

const head = { id: 'chatcmpl-test', created: 0 };
const chunk = (model: string, delta: object, finish: string | null = null, more: object = {}): string =>
  sse({
    ...head,
    object: 'chat.completion.chunk',
    model,
    choices: [{ index: 0, delta, finish_reason: finish }],
    ...more,
  });

function openaiUsage(reply: ModelReply): object {
  if (reply.noUsage === true) return {};
  const completion = wordsOf(reply);
  return {
    usage: { prompt_tokens: 10, completion_tokens: completion, total_tokens: 10 + completion },
  };
}

const fake = 'fake-model';

const openai: Dialect = {
  error: (code, message, param) => JSON.stringify({ error: { message, type: code, code, param } }),
  errorEvent: (code, message) => sse({ error: { message, type: code, code } }),
  whole: (reply, request) =>
    JSON.stringify({
      ...head,
      object: 'chat.completion',
      model: request.model,
      choices: [
        {
          index: 0,
          message: {
            role: 'assistant',
            content: piecesOf(reply).join(''),
            ...(reply.calls === undefined ? {} : { tool_calls: reply.calls.map(wholeCall(request)) }),
          },
          finish_reason: reply.finish ?? openaiFinish(reply),
        },
      ],
      ...openaiUsage(reply),
    }),
  begin: ({ model }) => chunk(model, { role: 'assistant', content: '' }),
  piece: (content) => chunk(fake, { content }),
  call(call, index, request) {
    const [first = '', ...rest] = argumentPieces(call);
    const whole = wholeCall(request)(call, index);
    const begin = { ...whole, index, function: { name: call.tool, arguments: first } };
    return [
      chunk(fake, { tool_calls: [begin] }),
      ...rest.map((more) => chunk(fake, { tool_calls: [{ index, function: { arguments: more } }] })),
    ];
  },
  end: (reply) =>
    `${chunk(fake, {}, reply.finish ?? openaiFinish(reply), openaiUsage(reply))}data: [DONE]\n\n`,
};

function openaiFinish(reply: ModelReply): string {
  return reply.calls === undefined ? 'stop' : 'tool_calls';
}

function wholeCall(request: ModelRequest) {
  return (call: ScriptedCall, index: number) => ({
    id: idOf(call, request, index),
    type: 'function',
    function: { name: call.tool, arguments: argumentsOf(call) },
  });
}

/** Calls come whole, each in an event of its own, and the answer that holds them says that it simply stopped. */
const ollama: Dialect = {
  ...openai,
  call: (call, index, request) => [
    chunk(fake, { tool_calls: [{ ...wholeCall(request)(call, index), index }] }),
  ],
  end: (reply) => `${chunk(fake, {}, reply.finish ?? 'stop', openaiUsage(reply))}data: [DONE]\n\n`,
};

const message = (model: string) => ({ id: 'msg_test', type: 'message', role: 'assistant', model });
const block = (type: string, more: object, index = 0): string => sse({ type, index, ...more }, type);

const anthropic: Dialect = {
  error: (code, text) => JSON.stringify({ type: 'error', error: { type: code, message: text } }),
  errorEvent: (code, text) => sse({ type: 'error', error: { type: code, message: text } }, 'error'),
  whole(reply, request) {
    const { body, model } = request;
    const text = piecesOf(reply).join('');
    // A model without structured outputs is given a tool to write its object with.
    const tool = (body.tools as { name: string }[] | undefined)?.[0];
    const asked = (reply.calls ?? []).map((call, index) => ({
      type: 'tool_use',
      id: idOf(call, request, index) ?? '',
      name: call.tool,
      input: parsed(argumentsOf(call)),
    }));
    const said =
      tool === undefined || reply.calls !== undefined
        ? { type: 'text', text }
        : { type: 'tool_use', id: 'tool_test', name: tool.name, input: parsed(text) };
    const content = text === '' ? asked : [said, ...asked];
    return JSON.stringify({
      ...message(model),
      content,
      stop_reason: reply.finish ?? (content.at(-1)?.type === 'tool_use' ? 'tool_use' : 'end_turn'),
      stop_sequence: null,
      usage: { input_tokens: 10, output_tokens: wordsOf(reply) },
    });
  },
  begin: ({ model }) =>
    sse(
      {
        type: 'message_start',
        message: {
          ...message(model),
          content: [],
          stop_reason: null,
          stop_sequence: null,
          usage: { input_tokens: 10, output_tokens: 0 },
        },
      },
      'message_start',
    ) + block('content_block_start', { content_block: { type: 'text', text: '' } }),
  piece: (text) => block('content_block_delta', { delta: { type: 'text_delta', text } }),
  call(call, place, request) {
    const index = place + 1;
    const id = idOf(call, request, place) ?? '';
    const begin = { content_block: { type: 'tool_use', id, name: call.tool, input: {} } };
    return [
      // The block before it has to end first.
      block('content_block_stop', {}, place) + block('content_block_start', begin, index),
      ...argumentPieces(call).map((partial_json) =>
        block('content_block_delta', { delta: { type: 'input_json_delta', partial_json } }, index),
      ),
    ];
  },
  end: (reply) =>
    block('content_block_stop', {}, reply.calls?.length ?? 0) +
    sse(
      {
        type: 'message_delta',
        delta: {
          stop_reason: reply.finish ?? (reply.calls === undefined ? 'end_turn' : 'tool_use'),
          stop_sequence: null,
        },
        usage: { output_tokens: wordsOf(reply) },
      },
      'message_delta',
    ) +
    sse({ type: 'message_stop' }, 'message_stop'),
};

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

/** The protocols by name. */
export const dialects: Readonly<Record<ModelDialect, Dialect>> = { openai, anthropic, ollama };
