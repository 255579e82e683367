import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFakeModelServer, planningScript, scratchFolder, startFakeMcpServer } from '@salience/testing';

/** What lets agents act: whatever is asked for in ACT is done, by one call of a tool. Everything else is said offline. */
export interface Hands {
  /** What digests are started with. */
  readonly env: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/**
 * Makes hands. Without them hardly any order is carried out, and a person cannot tell an order that was taken for a question from one
 * that was understood: nobody could learn from that.
 */
export async function makeHands(): Promise<Hands> {
  const script = planningScript(({ messages }) =>
    messages.some(({ role }) => role === 'tool')
      ? { text: 'That is done.' }
      : { calls: [{ tool: 'fake__echo', arguments: { text: 'done' } }] },
  );
  const [tools, models] = await Promise.all([startFakeMcpServer(), createFakeModelServer(script)]);
  const file = join(scratchFolder('hands'), 'tools.json');
  writeFileSync(
    file,
    JSON.stringify({ mcpServers: { fake: { url: tools.url, tools: { echo: { tier: 'observe' } } } } }),
  );
  const { SALIENCE_MODEL: model = '', ...servers } = models.env;
  return {
    env: { ...servers, SALIENCE_MODEL: 'offline', SALIENCE_MODEL_PLAN: model, SALIENCE_MCP_CONFIG: file },
    async close() {
      await Promise.all([tools.kill9(), models.close()]);
    },
  };
}
