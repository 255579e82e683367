import {
  type AgentKeyView,
  agentKeyViewSchema,
  madeKeyViewSchema,
  type OperatorKeyView,
  operatorKeyViewSchema,
  revokedKeyViewSchema,
  rotatedKeyViewSchema,
} from '@salience/contracts';
import { isSalienceError } from '@salience/errors';
import type { KeyAdministration } from '@salience/supervisor/administration';
import type { ApiClient } from '../client/api-client.ts';
import { unknownAgent } from '../client/operated-agent.ts';
import { itemsOf } from '../client/pages.ts';

/** Keys as the operator's routes change them. */
export function keysThroughApi(client: ApiClient): KeyAdministration {
  const make = async (path: string, body: object) => {
    const { key, key_id: id } = await client.ask(path, madeKeyViewSchema, { method: 'POST', body });
    return { id, key };
  };
  const rotate = (list: string) => (id: string, overlapMs: number) =>
    knownKey(async () => {
      const path = `${list}/${encodeURIComponent(id)}/rotate`;
      const body = { overlap_ms: overlapMs };
      const made = await client.ask(path, rotatedKeyViewSchema, { method: 'POST', body });
      return { id: made.key_id, key: made.key, oldExpiresAt: new Date(made.old_expires_at) };
    });
  const revoke = (list: string) => async (id: string) => {
    const path = `${list}/${encodeURIComponent(id)}/revoke`;
    const revoked = await knownKey(() =>
      client.ask(path, revokedKeyViewSchema, { method: 'POST', body: {} }),
    );
    return revoked !== undefined;
  };
  return {
    agentKeys: (name) =>
      knownAgent(name, async () =>
        (await allOf(itemsOf(client, keysOf(name), agentKeyViewSchema))).map(agentKeyRow),
      ),
    createAgentKey: (name, label, { expiresAt, rules }) =>
      knownAgent(name, () => make(keysOf(name), { label, expires_at: expiresAt, rules })),
    rotateAgentKey: rotate('/operator/agent-keys'),
    revokeAgentKey: revoke('/operator/agent-keys'),
    operatorKeys: async () =>
      (await allOf(itemsOf(client, '/operator/keys', operatorKeyViewSchema))).map(operatorKeyRow),
    createOperatorKey: (name, { expiresAt }) => make('/operator/keys', { name, expires_at: expiresAt }),
    rotateOperatorKey: rotate('/operator/keys'),
    revokeOperatorKey: revoke('/operator/keys'),
  };
}

const keysOf = (name: string) => `/operator/agents/${encodeURIComponent(name)}/keys`;

/** The error that the command has for an agent that the API does not know. */
async function knownAgent<T>(name: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw isSalienceError(error) && error.code === 'agent.unknown' ? unknownAgent(name) : error;
  }
}

/** Undefined for a key that the API does not know. */
async function knownKey<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (isSalienceError(error) && error.code === 'key.unknown') return undefined;
    throw error;
  }
}

async function allOf<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

function agentKeyRow({ label, rules, ...key }: AgentKeyView) {
  return { label, rules, ...keyRow(key), id: key.key_id };
}

function operatorKeyRow({ name, ...key }: OperatorKeyView) {
  return { name, ...keyRow(key), id: key.key_id };
}

function keyRow(key: Omit<OperatorKeyView, 'key_id' | 'name'>) {
  const at = (text: string | null) => (text === null ? null : new Date(text));
  return {
    hint: key.hint,
    createdAt: new Date(key.created_at),
    expiresAt: at(key.expires_at),
    revokedAt: at(key.revoked_at),
  };
}
