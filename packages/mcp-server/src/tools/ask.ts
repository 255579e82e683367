import { randomUUID } from 'node:crypto';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { type Answer, ApiError, type Client } from '@salience/client';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { assistantSource } from '@salience/contracts';
import { z } from 'zod';
import type { Cancellable, Called } from '../cancellable.ts';
import { answered, failed, told } from './results.ts';
import { type StillRunning, waitedAnswer } from './waited-answer.ts';

const input = {
  text: z.string().min(1).max(32_000).describe('What is said to the agent.'),
  thread: z
    .string()
    .min(1)
    .max(128)
    .optional()
    .describe(
      'The conversation that it belongs to, under a name of yours. Without it the one of this caller goes on.',
    ),
  speaker: z
    .string()
    .min(1)
    .max(120)
    .optional()
    .describe('Who speaks, where that is not the person that the agent serves.'),
  idempotency_key: z
    .string()
    .min(1)
    .max(128)
    .optional()
    .describe(
      'Names the message: sent again under the same key it is the same turn. Without it one is made and told with the answer.',
    ),
};
const output = {
  turn_id: z.string(),
  thread_id: z.string(),
  state: z
    .string()
    .describe(
      'answered, ignored (the agent chose to be silent), cancelled, …; running: the turn goes on, see "next"',
    ),
  idempotency_key: z.string().describe('The key of the message, under which it may be asked again.'),
  reply: z.string().nullable(),
  mode: z.string().nullable(),
  confidence: z.number().nullable(),
  citations: z.array(z.object({ exchange_id: z.string(), quote: z.string() })),
  next: z.string().optional().describe('What to do now, where the turn goes on.'),
};

/** `ask`: a turn of the agent. Cancelled, it cancels the turn. */
export function addAskTool(server: McpServer, client: Client, cancellable: Cancellable): void {
  server.registerTool(
    'ask',
    {
      title: 'Ask the agent',
      description:
        'Says something to the agent and waits for what comes of it. It decides itself whether to answer, to ask back or to be silent, it remembers what was said, and what it wants to do with consequences waits for a person.',
      inputSchema: input,
      outputSchema: output,
      annotations: {
        readOnlyHint: false,
        destructiveHint: false,
        idempotentHint: false,
        openWorldHint: true,
      },
    },
    ({ idempotency_key: idempotencyKey = randomUUID(), speaker, text, thread }, extra) =>
      cancellable(extra, (cancelled) =>
        answered(async () => {
          const message = {
            text,
            source: assistantSource,
            ...(thread === undefined ? {} : { thread_id: thread }),
            ...(speaker === undefined ? {} : { speaker }),
          };
          const progress = progressOf(extra);
          const answer = await waitedAnswer(client, message, {
            idempotencyKey,
            cancelled,
            left: extra.signal,
            onEvent: (event) => {
              if (event.type === 'delta') progress(event.text);
              else if (event.type === 'message') progress.whole(event.text);
            },
          }).catch((error: unknown) => {
            throw sayingKey(error, idempotencyKey);
          });
          return resultOf(answer, idempotencyKey);
        }),
      ),
  );
}

function resultOf(answer: Answer | StillRunning, idempotencyKey: string): CallToolResult {
  const { state, thread_id, turn_id } = answer;
  const named = { turn_id, thread_id, state, idempotency_key: idempotencyKey };
  if (!('text' in answer)) {
    const next = `The connection to the turn was lost, and the turn goes on. Ask again with the same text and thread and with idempotency_key "${idempotencyKey}": it is the same turn, and its answer is waited for.`;
    return told({ ...named, reply: null, mode: null, confidence: null, citations: [], next });
  }
  const { error, message, text } = answer;
  if (error !== null) return failed(`${error.code}: ${error.message} (turn ${turn_id})`);
  return told({
    ...named,
    reply: text,
    mode: message?.mode ?? null,
    confidence: message?.confidence ?? null,
    citations: citationsOf(message),
  });
}

/** Whether a message whose answer was lost was taken is not known: under its key it may be sent again. */
function sayingKey(error: unknown, idempotencyKey: string): unknown {
  if (!(error instanceof ApiError) || !error.retryable) return error;
  const { cause, code, message, status } = error;
  const again = `${message} Ask again with idempotency_key "${idempotencyKey}": it is one turn at most.`;
  return new ApiError({ code, message: again, status, retryable: true, cause });
}

interface Extra extends Called {
  readonly _meta?: { readonly progressToken?: string | number | undefined } | undefined;
  sendNotification(notification: {
    method: 'notifications/progress';
    params: { progressToken: string | number; progress: number; message: string };
  }): Promise<void>;
}

interface Progress {
  /** Tells the next piece. */
  (piece: string): void;
  /** Tells the whole reply, where no piece of it was: pieces are a preview and may be missing. */
  whole(text: string): void;
}

/** Tells a client that asked for it how the reply grows: each piece as a message. */
function progressOf(extra: Extra): Progress {
  const token = extra._meta?.progressToken;
  let progress = 0;
  const tell = (piece: string): void => {
    if (token === undefined) return;
    progress += 1;
    const params = { progressToken: token, progress, message: piece };
    // A client that has left hears nothing more.
    extra.sendNotification({ method: 'notifications/progress', params }).catch(() => undefined);
  };
  return Object.assign(tell, { whole: (text: string) => (progress === 0 ? tell(text) : undefined) });
}

function citationsOf(
  message: { readonly citations?: readonly { exchangeId: string; quote: string }[] } | null,
) {
  return (message?.citations ?? []).map(({ exchangeId, quote }) => ({ exchange_id: exchangeId, quote }));
}
