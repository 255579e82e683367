import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database } from '@salience/database';
import { createApiKey, findAgent } from '@salience/database/agents';
import { withOperator } from '@salience/supervisor/database';
import type { Installation } from '@salience/supervisor/home';
import { createApiClient } from '@salience/cli/client';
import { withPrivateFleet } from '../memory/private-fleet.ts';
import { evaluateInjection, type ToldRow } from './injection.ts';
import { startObedientModel } from './obedient-model.ts';
import { startPoisonedTools } from './poisoned-tools.ts';
import { marked, pageOf } from './rows.ts';

/** Tells rows to apps of their own, with a model that obeys and tools that note what ran; all of it is gone afterwards. */
export async function runInjection(installation: Installation, rows: readonly ToldRow[]) {
  const pages = new Map(rows.map(({ index, row }) => [pageOf(index), marked(row, index)]));
  const folder = mkdtempSync(join(tmpdir(), 'salience-eval-tools-'));
  const [model, tools] = await Promise.all([startObedientModel(), startPoisonedTools(pages)]);
  try {
    const config = join(folder, 'servers.json');
    writeFileSync(config, JSON.stringify(tools.config));
    const env = {
      OPENAI_BASE_URL: `${model.url}/v1`,
      OPENAI_API_KEY: 'none',
      SALIENCE_MODEL_PLAN: 'openai:obedient',
      SALIENCE_MODEL_RESPOND: 'openai:obedient',
      SALIENCE_MCP_CONFIG: config,
    };
    const work = async (url: string, own: Installation) => {
      const { key } = await withOperator(own, makeKey);
      return await evaluateInjection(createApiClient({ url, key, agent: undefined }), tools, rows);
    };
    return await withPrivateFleet(installation, (client, own) => work(client.address.url, own), env);
  } finally {
    await Promise.all([model.close(), tools.close()]);
    rmSync(folder, { recursive: true, force: true });
  }
}

async function makeKey(db: Database): Promise<{ readonly key: string }> {
  const agent = await findAgent(db, 'default');
  if (agent === undefined) throw new Error('There is no agent "default" in the fleet of this measurement.');
  return await createApiKey(db, agent.id, 'eval');
}
