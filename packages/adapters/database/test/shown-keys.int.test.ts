import { beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../src/index.ts';
import { authenticate, createApiKey, listApiKeys, revokeApiKey, rotateApiKey } from '../src/doors/agents.ts';
import {
  createOperatorKey,
  listOperatorKeys,
  openOperatorDoor,
  revokeOperatorKey,
  rotateOperatorKey,
} from '../src/doors/operators.ts';
import { createWorld, type World } from './world.ts';

let world: World;
let consumer: Database;
let operator: Database;

beforeAll(async () => {
  world = await createWorld();
  ({ consumer } = world);
  operator = world.database.connect('salience_operator');
});

const nobody = { operatorKey: undefined };
const refused = (code: string) => expect.objectContaining({ code }) as Error;
const latestAudit = async (action: string) =>
  (
    await world.database.admin(
      'select actor, target, details from salience.audit_log where action = $1 order by at desc limit 1',
      [action],
    )
  )[0];

describe('keys that the app at the network changes', () => {
  it('threat: it makes no operator key while there is none, and keys of agents for this machine’s person alone', async () => {
    await expect(createOperatorKey(consumer, 'mine', nobody)).rejects.toEqual(refused('operator-key.first'));
    await expect(createOperatorKey(consumer, 'mine', { operatorKey: 'op_guess' })).rejects.toEqual(
      refused('operator.required'),
    );
    expect(await listOperatorKeys(consumer)).toEqual([]);
    const made = await createApiKey(consumer, world.agentId, 'phone', nobody);
    expect(await authenticate(consumer, made.key)).toMatchObject({ agentId: world.agentId });
    expect(await latestAudit('agent-key.create')).toEqual({
      actor: 'person',
      target: made.id,
      details: { agentId: world.agentId, rules: {} },
    });
  });

  it('threat: once there is an operator key it changes none without that key, which the audit log names', async () => {
    const own = await createOperatorKey(operator, 'ops', { actor: 'cli:ada' });
    const old = await createApiKey(operator, world.agentId, 'old');
    for (const shown of [nobody, { operatorKey: old.key }, { operatorKey: `${own.key}x` }]) {
      for (const attempt of [
        () => createApiKey(consumer, world.agentId, 'x', shown),
        () => createOperatorKey(consumer, 'x', shown),
        () => rotateApiKey(consumer, old.id, { ...shown, overlapMs: 0 }),
        () => rotateOperatorKey(consumer, own.id, { ...shown, overlapMs: 0 }),
        () => revokeApiKey(consumer, old.id, shown),
        () => revokeOperatorKey(consumer, own.id, shown),
      ])
        await expect(attempt()).rejects.toEqual(refused('operator.required'));
    }
    const shown = { operatorKey: own.key };
    const second = await createOperatorKey(consumer, 'second', shown);
    expect(await latestAudit('operator-key.create')).toMatchObject({
      actor: 'operator:ops',
      target: second.id,
    });
    const rotated = await rotateApiKey(consumer, old.id, { ...shown, overlapMs: 0 });
    expect(await authenticate(consumer, old.key)).toBeUndefined();
    expect(await authenticate(consumer, rotated?.key ?? '')).toMatchObject({ agentId: world.agentId });
    expect(await latestAudit('agent-key.rotate')).toMatchObject({ actor: 'operator:ops', target: old.id });
    expect(await revokeApiKey(consumer, rotated?.id ?? '', shown)).toBe(true);
    expect(await revokeApiKey(consumer, rotated?.id ?? '', shown)).toBe(false);
    const past = { ...shown, expiresAt: new Date(0) };
    await expect(createApiKey(consumer, world.agentId, 'x', past)).rejects.toEqual(
      refused('key.expires-before-now'),
    );

    // The moment it is revoked it changes nothing more, and what it made stays good until somebody revokes that too.
    expect(await revokeOperatorKey(consumer, own.id, shown)).toBe(true);
    await expect(createOperatorKey(consumer, 'third', shown)).rejects.toEqual(refused('operator.required'));
    expect((await openOperatorDoor(consumer, { key: second.key })).key?.name).toBe('second');
  });

  it('lists keys without their hashes', async () => {
    const listed = [...(await listOperatorKeys(consumer)), ...(await listApiKeys(consumer, world.agentId))];
    expect(listed.length).toBeGreaterThan(3);
    for (const key of listed) expect(Object.keys(key)).not.toContain('hash');
    expect(await listOperatorKeys(operator)).toEqual(await listOperatorKeys(consumer));
  });
});
