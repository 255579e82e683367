import { request } from 'node:http';
import { type Database } from '@salience/database';
import { listAgents, listApiKeys } from '@salience/database/agents';
import { listOperatorKeys } from '@salience/database/operators';
import { type Finding, ok, problem, warn } from '../finding.ts';
import type { CheckTarget } from '../check-target.ts';

const ASK_MS = 3_000;
const STRANGER = 'salience-doctor.invalid';

/** True for names that only this machine can reach. */
function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, '$1');
  return name === 'localhost' || name === '::1' || /^127(\.\d{1,3}){3}$/.test(name);
}

/** Who can reach the API, and whether they need a key. */
export async function checkBind({ context: { env }, database }: CheckTarget): Promise<Finding> {
  const check = 'door.bind';
  if (isLoopback(env.host))
    return ok(check, `The API listens on ${env.host}: only this machine reaches it.`, {
      facts: { loopback: true },
    });
  const keys = database.db === undefined ? undefined : await usableKeys(database.db).catch(() => undefined);
  const facts = { loopback: false, agentKeys: keys?.agents ?? null, operatorKeys: keys?.operators ?? null };
  if (keys?.agents === 0)
    return problem(
      check,
      `The API listens on ${env.host}, which needs API keys, but there is none that is good.`,
      './salience agent key create default',
      { facts },
    );
  if (keys?.operators === 0)
    return warn(
      check,
      `The API listens on ${env.host}, where operators need a key, but there is none that is good.`,
      './salience operator key create <name>',
      { facts },
    );
  return warn(
    check,
    `The API listens on ${env.host} without encryption; others on the network can read keys and messages unless a proxy in front of it speaks TLS.`,
    'SALIENCE_HOST=127.0.0.1 and a proxy with TLS before it',
    { facts },
  );
}

interface Keys {
  readonly agents: number;
  readonly operators: number;
}

async function usableKeys(db: Database): Promise<Keys> {
  const agents = await listAgents(db);
  const [ofAgents, ofOperators] = await Promise.all([
    Promise.all(agents.map(({ id }) => listApiKeys(db, id))),
    listOperatorKeys(db),
  ]);
  return { agents: ofAgents.flat().filter(isGood).length, operators: ofOperators.filter(isGood).length };
}

function isGood(key: { readonly revokedAt: Date | null; readonly expiresAt: Date | null }): boolean {
  return key.revokedAt === null && (key.expiresAt === null || key.expiresAt.getTime() > Date.now());
}

/** Whether the running API refuses what a web page in the machine's browser could send it. */
export async function checkBrowserAttacks({ api }: CheckTarget): Promise<Finding[]> {
  if (api.readiness === undefined || !URL.canParse(api.url)) return [];
  const { hostname, port, protocol } = new URL(api.url);
  if (protocol !== 'http:' || !isLoopback(hostname)) return [];
  const check = 'door.browser';
  const own = `${hostname}:${port}`;
  const [rebound, foreign] = await Promise.all([
    statusOf(hostname, port, { host: STRANGER }),
    statusOf(hostname, port, { host: own, origin: `http://${STRANGER}` }),
  ]);
  const refused = (status: number): boolean => status === 401 || status === 403;
  const facts = { foreignHost: rebound, foreignOrigin: foreign };
  return [
    refused(rebound) && refused(foreign)
      ? ok(check, 'The API refuses foreign Host and Origin headers, so no web page can speak for you.', {
          facts,
        })
      : problem(
          check,
          `The API answers a foreign Host with ${rebound} and a foreign Origin with ${foreign}: a web page could speak for you.`,
          'put nothing between browser and Salience that rewrites Host, and restart it',
          { facts },
        ),
  ];
}

/** fetch() cannot send an arbitrary Host header. */
function statusOf(host: string, port: string, headers: Readonly<Record<string, string>>): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request(
      { host: host.replace(/^\[(.*)\]$/, '$1'), port, path: '/agents/me', headers, timeout: ASK_MS },
      (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      },
    );
    asked.once('timeout', () => asked.destroy(new Error(`no answer within ${ASK_MS} ms`)));
    asked.once('error', reject);
    asked.end();
  });
}
