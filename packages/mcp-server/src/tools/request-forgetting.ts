import { createHash } from 'node:crypto';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { Client } from '@salience/client';
import { assistantSource } from '@salience/contracts';
import { z } from 'zod';
import { answered, failed, told } from './results.ts';

const input = {
  scope: z
    .enum(['person', 'statement'])
    .describe(
      'person: a name ("Ana"), or what somebody is to the user ("my sister"). statement: what was said.',
    ),
  target: z
    .string()
    .trim()
    .min(1)
    .max(300)
    .describe('The name, or the statement in the user’s words: "I live in Lisbon".'),
};
const output = {
  approval_id: z.string(),
  expires_at: z.string(),
  shown: z.string().describe('What the person is asked.'),
  counts: z.record(z.string(), z.number()).describe('What would go, by kind.'),
  next: z.string(),
};

/** `request_forgetting`: shows what would go and asks a person. Nothing is removed here. */
export function addForgettingTool(server: McpServer, client: Client): void {
  server.registerTool(
    'request_forgetting',
    {
      title: 'Ask to forget',
      description:
        'Asks that the agent forget a person or a statement for good. Nothing is forgotten by this call: it says what would go, and a person has to approve it in the console or with "salience approvals".',
      inputSchema: input,
      outputSchema: output,
      annotations: {
        readOnlyHint: false,
        destructiveHint: false,
        idempotentHint: false,
        openWorldHint: false,
      },
    },
    ({ scope, target }, { signal }) =>
      answered(async () => {
        const { counts } = await client.memory.forgetPreview({ scope, target, reason: 'asked' }, { signal });
        if (Object.values(counts).every((count) => count === 0))
          return failed(
            `Nothing that is remembered fits: ${scope} "${target}". Search for it with search_memory, and name it as it was said.`,
          );
        // The agent asks for it as for everything that has consequences: a request that a person answers, bound to exactly this.
        const turn = await client.ask(
          {
            text: scope === 'person' ? `Forget everything about ${target}` : `Forget that ${target}`,
            thread_id: threadOf(scope, target),
            source: assistantSource,
          },
          { signal },
        );
        for await (const request of client.approvals.list({
          state: 'pending',
          thread_id: turn.thread_id,
          signal,
        })) {
          if (request.tool !== 'forget') continue;
          const { approval_id, expires_at, shown } = request;
          const next =
            'A person answers it in the console or with "salience approvals". Nothing is forgotten until then.';
          return told({ approval_id, expires_at, shown, counts, next });
        }
        return failed(
          `The agent did not ask for it; it said: ${turn.text ?? 'nothing'}. A person can do it with "salience memory forget".`,
        );
      }),
  );
}

/** The same request is asked for in the same thread, whose name tells nothing of it. */
function threadOf(scope: string, target: string): string {
  return `mcp-forget-${createHash('sha256').update(`${scope} ${target}`).digest('hex').slice(0, 32)}`;
}
