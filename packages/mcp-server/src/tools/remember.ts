import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { Client } from '@salience/client';
import { z } from 'zod';
import { answered, told } from './results.ts';

/** `remember`: a memory without a turn. */
export function addRememberTool(server: McpServer, client: Client): void {
  server.registerTool(
    'remember',
    {
      title: 'Remember',
      description:
        'Has the agent remember a text without answering it. It counts as unverified, since nobody proves who said it. It is found at once; facts and episodes are made of it in the background.',
      inputSchema: {
        text: z.string().min(1).max(32_000),
        key: z
          .string()
          .min(1)
          .max(200)
          .optional()
          .describe('Names the memory: under the same key it is stored once.'),
        thread: z
          .string()
          .min(1)
          .max(200)
          .optional()
          .describe('Memories of one conversation belong together under one name.'),
        speaker: z.string().min(1).max(128).optional().describe('Who said it.'),
        external: z.boolean().default(false).describe('True for words of a page, a mail or a document.'),
      },
      outputSchema: {
        id: z.string(),
        thread_id: z.string(),
        outcome: z.string().describe('new, known or forgotten'),
      },
      annotations: {
        readOnlyHint: false,
        destructiveHint: false,
        idempotentHint: false,
        openWorldHint: false,
      },
    },
    ({ external, key, speaker, text, thread }) =>
      answered(async () => {
        const trust = external ? 'external' : 'unverified';
        const { id, outcome, thread_id } = await client.memory.remember(text, {
          key,
          speaker,
          thread,
          trust,
        });
        return told({ id, thread_id, outcome });
      }),
  );
}
