import { type ModelDialect, type ModelReply, type ModelRequest, piecesOf } from './model-script.ts';

/** How a protocol writes an answer. */
export interface Dialect {
  /** An error body. */
  error(code: string, message: string): string;
  /** An error event inside a stream. */
  errorEvent(code: string, message: string): string;
  /** A whole answer. */
  whole(reply: ModelReply, request: ModelRequest): string;
  /** What comes before the first piece. */
  begin(request: ModelRequest): string;
  piece(text: string): string;
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
  error: (code, message) => JSON.stringify({ error: { message, type: code, code } }),
  errorEvent: (code, message) => sse({ error: { message, type: code, code } }),
  whole: (reply, { model }) =>
    JSON.stringify({
      ...head,
      object: 'chat.completion',
      model,
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: piecesOf(reply).join('') },
          finish_reason: reply.finish ?? 'stop',
        },
      ],
      ...openaiUsage(reply),
    }),
  begin: ({ model }) => chunk(model, { role: 'assistant', content: '' }),
  piece: (content) => chunk(fake, { content }),
  end: (reply) => `${chunk(fake, {}, reply.finish ?? 'stop', openaiUsage(reply))}data: [DONE]\n\n`,
};

const message = (model: string) => ({ id: 'msg_test', type: 'message', role: 'assistant', model });
const block = (type: string, more: object): string => sse({ type, index: 0, ...more }, type);

const anthropic: Dialect = {
  error: (code, text) => JSON.stringify({ type: 'error', error: { type: code, message: text } }),
  errorEvent: (code, text) => sse({ type: 'error', error: { type: code, message: text } }, 'error'),
  whole(reply, { body, model }) {
    const text = piecesOf(reply).join('');
    // A model without structured outputs is given a tool to write its object with.
    const tool = (body.tools as { name: string }[] | undefined)?.[0];
    return JSON.stringify({
      ...message(model),
      content:
        text === ''
          ? []
          : tool === undefined
            ? [{ type: 'text', text }]
            : [{ type: 'tool_use', id: 'tool_test', name: tool.name, input: parsed(text) }],
      stop_reason: reply.finish ?? (tool === undefined ? 'end_turn' : 'tool_use'),
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
  end: (reply) =>
    block('content_block_stop', {}) +
    sse(
      {
        type: 'message_delta',
        delta: { stop_reason: reply.finish ?? 'end_turn', stop_sequence: null },
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
export const dialects: Readonly<Record<ModelDialect, Dialect>> = { openai, anthropic };
