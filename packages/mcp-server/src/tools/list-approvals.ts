import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { Client } from '@salience/client';
import { z } from 'zod';
import { answered, told } from './results.ts';

const approval = z.object({
  approval_id: z.string(),
  tool: z.string(),
  arguments: z.record(z.string(), z.unknown()),
  shown: z.string().describe('What the person is asked.'),
  reason: z.string(),
  state: z.string(),
  created_at: z.string(),
  expires_at: z.string(),
});

/** `list_approvals`. There is no tool that answers one: a yes comes from a person. */
export function addApprovalTool(server: McpServer, client: Client): void {
  server.registerTool(
    'list_approvals',
    {
      title: 'List requests for approval',
      description: 'What the agent wants to do and a person has to answer. They cannot be answered here.',
      inputSchema: {
        state: z.enum(['pending', 'approved', 'edited', 'refused', 'expired']).default('pending'),
        limit: z.number().int().min(1).max(50).default(20),
      },
      outputSchema: { approvals: z.array(approval) },
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ limit, state }, { signal }) =>
      answered(async () => {
        const { items } = await client.get('/approvals', { query: { state, limit }, signal });
        return told({
          approvals: items.map((one) => ({
            approval_id: one.approval_id,
            tool: one.tool,
            arguments: one.arguments,
            shown: one.shown,
            reason: one.reason,
            state: one.state,
            created_at: one.created_at,
            expires_at: one.expires_at,
          })),
        });
      }),
  );
}
