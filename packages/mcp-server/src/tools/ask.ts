import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { Client } from '@salience/client';
import { assistantSource } from '@salience/contracts';
import { z } from 'zod';
import { answered, failed, told } from './results.ts';

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
    .describe('Names the message: sent again under the same key it is the same turn.'),
};
const output = {
  turn_id: z.string(),
  thread_id: z.string(),
  state: z.string().describe('answered, ignored (the agent chose to be silent), failed, cancelled, …'),
  reply: z.string().nullable(),
  mode: z.string().nullable(),
  confidence: z.number().nullable(),
  citations: z.array(z.object({ exchange_id: z.string(), quote: z.string() })),
};

/** `ask`: a turn of the agent. Cancelled, it cancels the turn. */
export function addAskTool(server: McpServer, client: Client): void {
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
    ({ idempotency_key: idempotencyKey, speaker, text, thread }, extra) =>
      answered(async () => {
        const message = {
          text,
          source: assistantSource,
          ...(thread === undefined ? {} : { thread_id: thread }),
          ...(speaker === undefined ? {} : { speaker }),
        };
        const progress = progressOf(extra);
        let turn: string | undefined;
        try {
          const answer = await client.ask(message, {
            idempotencyKey,
            signal: extra.signal,
            onEvent: (event) => {
              if (event.type === 'accepted') turn = event.turn_id;
              else if (event.type === 'delta') progress(event.text);
              else if (event.type === 'message') progress.whole(event.text);
            },
          });
          if (answer.error !== null)
            return failed(`${answer.error.code}: ${answer.error.message} (turn ${answer.turn_id})`);
          return told({
            turn_id: answer.turn_id,
            thread_id: answer.thread_id,
            state: answer.state,
            reply: answer.text,
            mode: answer.message?.mode ?? null,
            confidence: answer.message?.confidence ?? null,
            citations: citationsOf(answer.message),
          });
        } catch (error) {
          // Who gave up waiting does not want the answer either.
          if (extra.signal.aborted && turn !== undefined) await client.turns.cancel(turn);
          throw error;
        }
      }),
  );
}

interface Extra {
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
