import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { Client } from '@salience/client';
import { z } from 'zod';
import { answered, told } from './results.ts';

const goal = z.object({
  id: z.number(),
  goal: z.string(),
  priority: z.number(),
  status: z.string(),
  trust: z.string().describe('owner, or unverified: it permits nothing.'),
});
const thought = z.object({ id: z.string(), type: z.string(), text: z.string(), at: z.string() });
type Told = z.output<typeof thought>;

/** `list_goals`, `add_goal` and `list_thoughts`. */
export function addGoalTools(server: McpServer, client: Client): void {
  server.registerTool(
    'list_goals',
    {
      title: 'List goals',
      description: 'What the agent pursues, the most important first.',
      inputSchema: {
        status: z.enum(['active', 'paused', 'completed', 'abandoned', 'all']).default('active'),
      },
      outputSchema: { goals: z.array(goal) },
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ status }, { signal }) =>
      answered(async () => {
        const found = await client.get('/pfc/goals', { query: { status }, signal });
        return told({ goals: found.map(shownGoal) });
      }),
  );
  server.registerTool(
    'add_goal',
    {
      title: 'Add a goal',
      description: 'Gives the agent a goal, against which what it does by itself is weighed.',
      inputSchema: {
        goal: z.string().trim().min(1).max(500),
        priority: z.number().int().min(1).max(10).default(5).describe('1 to 10; 10 is the most important.'),
      },
      outputSchema: { goal },
      annotations: {
        readOnlyHint: false,
        destructiveHint: false,
        idempotentHint: false,
        openWorldHint: false,
      },
    },
    (body, { signal }) =>
      answered(async () => told({ goal: shownGoal(await client.post('/pfc/goals', { body, signal })) })),
  );
  server.registerTool(
    'list_thoughts',
    {
      title: 'List thoughts',
      description:
        'What came to the agent’s mind while nobody needed it, the latest first. A thought proves nothing.',
      inputSchema: { limit: z.number().int().min(1).max(50).default(10) },
      outputSchema: { thoughts: z.array(thought) },
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ limit }, { signal }) =>
      answered(async () => {
        const { items } = await client.get('/thoughts', { query: { limit }, signal });
        return told({
          thoughts: items.map(
            (one): Told => ({ id: one.thought_id, type: one.type, text: one.text, at: one.created_at }),
          ),
        });
      }),
  );
}

function shownGoal({ goal: text, id, priority, status, trust }: z.output<typeof goal>) {
  return { id, goal: text, priority, status, trust };
}
