import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database } from '../src/index.ts';
import {
  authenticate,
  createAgent,
  createApiKey,
  importAgent,
  revokeApiKey,
  rotateApiKey,
} from '../src/doors/agents.ts';
import { saveDeadLetter } from '../src/doors/operations.ts';
import {
  closeOperatorSession,
  createOperatorKey,
  finishAudit,
  listAudit,
  listFleetDeadLetters,
  listOperatorKeys,
  loadFleet,
  loadFleetEvents,
  openOperatorDoor,
  openOperatorSession,
  revokeOperatorKey,
  rotateOperatorKey,
  settleDeadLetters,
  settleQuarantinedAs,
  startAudit,
} from '../src/doors/operators.ts';
import { appRoles } from '../src/doors/schema.ts';
import { createWorld, type World } from './world.ts';

let world: World & { readonly operator: Database };
beforeAll(async () => {
  const made = await createWorld();
  world = { ...made, operator: made.database.connect('salience_operator') };
});
afterAll(() => world.database.close());

const audited = async (action: string) =>
  world.database.admin<{ actor: string; target: string | null; details: Record<string, unknown> }>(
    'select actor, target, details from salience.audit_log where action = $1 order by at',
    [action],
  );

describe('operator keys', () => {
  it('close the door while one is in use, and open it to whoever shows one', async () => {
    const { consumer, operator } = world;
    expect(await openOperatorDoor(consumer, {})).toEqual({ closed: false, key: null });
    const { id, key } = await createOperatorKey(operator, 'ops', { actor: 'cli:ada' });
    expect(key).toMatch(/^op_[\w-]{43}$/);
    expect(await openOperatorDoor(consumer, { key })).toEqual({
      closed: true,
      key: { id, name: 'ops', goodForMs: null },
    });
    for (const wrong of [`${key}x`, key.slice(0, -1), 'op_', '']) {
      expect(await openOperatorDoor(consumer, { key: wrong })).toEqual({ closed: true, key: null });
    }
    expect(await revokeOperatorKey(operator, id, { actor: 'cli:ada' })).toBe(true);
    expect(await revokeOperatorKey(operator, id, { actor: 'cli:ada' })).toBe(false);
    expect(await openOperatorDoor(consumer, { key })).toEqual({ closed: false, key: null });
    expect(await audited('operator-key.create')).toEqual([{ actor: 'cli:ada', target: id, details: {} }]);
    expect(await audited('operator-key.revoke')).toEqual([{ actor: 'cli:ada', target: id, details: {} }]);
  });

  it('rotate with an overlap in which both are good', async () => {
    const { consumer, operator } = world;
    const old = await createOperatorKey(operator, 'grafana');
    const made = await rotateOperatorKey(operator, old.id, { overlapMs: 60_000, actor: 'cli:ada' });
    if (made === undefined) throw new Error('expected a new key');
    const before = await openOperatorDoor(consumer, { key: old.key });
    expect(before.key?.goodForMs).toBeLessThanOrEqual(60_000);
    expect((await openOperatorDoor(consumer, { key: made.key })).key).toMatchObject({
      name: 'grafana',
      goodForMs: null,
    });
    // A rotation that lets nothing overlap ends the old one at once, and it cannot be rotated again.
    expect(await rotateOperatorKey(operator, old.id, { overlapMs: 0 })).toBeDefined();
    expect((await openOperatorDoor(consumer, { key: old.key })).key).toBeNull();
    expect(await rotateOperatorKey(operator, old.id, { overlapMs: 60_000 })).toBeUndefined();
    expect((await audited('operator-key.rotate'))[0]).toMatchObject({
      actor: 'cli:ada',
      target: old.id,
      details: { newKeyId: made.id, overlapMs: 60_000 },
    });
  });

  it('that expired keep the door closed: forgetting to renew one opens nothing', async () => {
    const { consumer, operator } = world;
    for (const key of await listOperatorKeys(operator)) await revokeOperatorKey(operator, key.id);
    const { key, id } = await createOperatorKey(operator, 'short', { expiresAt: new Date(Date.now() - 1) });
    expect(await openOperatorDoor(consumer, { key })).toEqual({ closed: true, key: null });
    await revokeOperatorKey(operator, id);
  });

  it('refuse a name that would not read well in the log', async () => {
    await expect(createOperatorKey(world.operator, 'cli:root')).rejects.toMatchObject({
      code: 'operator.bad-name',
    });
  });
});

describe('operator sessions', () => {
  it('stand for their key on every replica, and end with it', async () => {
    const { consumer, operator } = world;
    const { id, key } = await createOperatorKey(operator, 'browser');
    expect(await openOperatorSession(consumer, `${key}x`, 60)).toBeUndefined();
    const session = await openOperatorSession(consumer, key, 60);
    if (session === undefined) throw new Error('expected a session');
    expect(session).toMatchObject({ name: 'browser', token: expect.stringMatching(/^os_[\w-]{43}$/) });
    const seen = await openOperatorDoor(consumer, { session: session.token });
    expect(seen.key).toMatchObject({ id, name: 'browser' });
    expect(seen.key?.goodForMs).toBeLessThanOrEqual(60_000);
    // A session is no key and a key is no session.
    expect((await openOperatorDoor(consumer, { key: session.token })).key).toBeNull();
    expect((await openOperatorDoor(consumer, { session: key })).key).toBeNull();
    await revokeOperatorKey(operator, id);
    expect((await openOperatorDoor(consumer, { session: session.token })).key).toBeNull();
  });

  it('end when they are closed', async () => {
    const { consumer, operator } = world;
    const { key } = await createOperatorKey(operator, 'leaver');
    const session = await openOperatorSession(consumer, key, 60);
    await closeOperatorSession(consumer, session?.token ?? '', 'operator:leaver');
    expect((await openOperatorDoor(consumer, { session: session?.token ?? '' })).key).toBeNull();
    expect(await audited('session.close')).toHaveLength(1);
  });
});

describe('agent keys', () => {
  it('expire, and rotate with an overlap', async () => {
    const { consumer, operator, agentId } = world;
    const gone = await createApiKey(operator, agentId, 'gone', { expiresAt: new Date(Date.now() - 1) });
    expect(await authenticate(consumer, gone.key)).toBeUndefined();
    const old = await createApiKey(operator, agentId, 'bot', { actor: 'cli:ada' });
    const made = await rotateApiKey(operator, old.id, { overlapMs: 60_000, actor: 'cli:ada' });
    expect(await authenticate(consumer, old.key)).toMatchObject({ agentId });
    expect(await authenticate(consumer, made?.key ?? '')).toMatchObject({ agentId });
    await rotateApiKey(operator, old.id, { overlapMs: 0 });
    expect(await authenticate(consumer, old.key)).toBeUndefined();
    expect(await rotateApiKey(operator, old.id, { overlapMs: 1 })).toBeUndefined();
    await revokeApiKey(operator, made?.id ?? '', { actor: 'cli:ada' });
    expect(await authenticate(consumer, made?.key ?? '')).toBeUndefined();
    expect(await audited('agent-key.revoke')).toEqual([{ actor: 'cli:ada', target: made?.id, details: {} }]);
  });

  it('and agents leave their audit row with the change, or neither', async () => {
    const { operator } = world;
    const agent = await createAgent(operator, { name: 'audited', persona: 'p' }, 'cli:ada');
    await importAgent(operator, agent.id, { persona: 'q', settings: {}, files: [] }, 'cli:ada');
    await expect(createAgent(operator, { name: 'audited', persona: 'p' }, 'cli:bob')).rejects.toMatchObject({
      code: 'agent.exists',
    });
    expect(await audited('agent.create')).toEqual([{ actor: 'cli:ada', target: agent.id, details: {} }]);
    expect(await audited('agent.import')).toEqual([
      { actor: 'cli:ada', target: agent.id, details: { files: 0 } },
    ]);
  });
});

describe('the audit log', () => {
  it('is changed by nobody', async () => {
    await startAudit(world.consumer, { actor: 'local', action: 'test.run' });
    for (const role of appRoles) {
      const { pool } = world.database.connect(role);
      for (const statement of [
        "update salience.audit_log set actor = 'nobody'",
        'delete from salience.audit_log',
        'truncate salience.audit_log',
      ]) {
        await expect(pool.query(statement)).rejects.toThrow('permission denied');
      }
    }
  });

  it('keeps how an action ended that was started, and lets no other row be rewritten', async () => {
    const id = await startAudit(world.consumer, { actor: 'local', action: 'board.put', target: 'q' });
    await finishAudit(world.consumer, id, 'refused');
    await finishAudit(world.consumer, id, 'done');
    const [row] = await listAudit(world.consumer, { limit: 1, action: 'board.put' });
    expect(row).toMatchObject({ id, actor: 'local', target: 'q', outcome: 'refused' });
  });
});

describe('what the consumer may see of other agents (law 12)', () => {
  it('is what the functions show, and nothing beside them', async () => {
    for (const table of ['operator_keys', 'operator_sessions', 'person_codes', 'audit_log']) {
      for (const role of appRoles.filter((one) => one !== 'salience_operator')) {
        const { pool } = world.database.connect(role);
        await expect(pool.query(`select * from salience.${table}`)).rejects.toThrow('permission denied');
      }
    }
    await expect(world.digest.pool.query(`select salience.operator_fleet('{}')`)).rejects.toThrow(
      'permission denied',
    );
  });
});

describe('dead letters of the fleet', () => {
  it('are settled one by one or by a filter, once, with the audit row and the outbox in one commit', async () => {
    const { consumer, digest, database, agentId } = world;
    let jobs = 0;
    const plant = (code: string, agent: string | null = agentId) =>
      saveDeadLetter(digest, {
        agentId: agent,
        queue: 'memory-chunk',
        job: 'memory.chunk',
        payload: { agentId, n: (jobs += 1) },
        code,
        error: 'e',
        attempts: 3,
      });
    const one = await plant('first', null);
    const rest = [await plant('same', null), await plant('same', null)];
    await database.admin('update salience.dead_letters set agent_id = $1 where id = any($2)', [
      agentId,
      rest,
    ]);
    expect(await settleDeadLetters(consumer, { id: one }, 'retried', 'local')).toEqual({
      settled: [],
      unsendable: 1,
      more: false,
    });
    const first = await settleDeadLetters(consumer, { code: 'same', limit: 1 }, 'retried', 'local');
    expect(first).toEqual({ settled: [rest[0]], unsendable: 0, more: true });
    const both = await Promise.all([
      settleDeadLetters(consumer, { code: 'same', limit: 10 }, 'retried', 'local'),
      settleDeadLetters(consumer, { code: 'same', limit: 10 }, 'retried', 'local'),
    ]);
    expect(both.flatMap((result) => result.settled)).toEqual([rest[1]]);
    expect((await settleDeadLetters(consumer, { id: one }, 'dropped', 'local')).settled).toEqual([one]);
    expect(await listFleetDeadLetters(consumer, { limit: 10 })).toEqual([]);
    expect(await listFleetDeadLetters(consumer, { limit: 10, state: 'all' })).toHaveLength(3);
    expect(await audited('dead-letter.retry')).toHaveLength(2);
    expect(await audited('dead-letter.drop')).toEqual([
      { actor: 'local', target: one, details: { count: 1, ids: [one] } },
    ]);
    expect((await loadFleet(consumer, new Date())).outbox.waiting).toBe(2);
  });
});

describe('events of the fleet', () => {
  it('tell what happened in ids and numbers, oldest first, and never what was said', async () => {
    const { consumer } = world;
    const secret = 'the words that nobody else may read';
    const accepted = await world.accept(secret);
    const events = await loadFleetEvents(consumer, { now: new Date(), windowMs: 60_000, limit: 500 });
    expect(events.find((event) => event.key === `accepted.${accepted.turnId}`)).toMatchObject({
      type: 'accepted',
      threadId: accepted.threadId,
      seq: accepted.seq,
    });
    expect(events.filter((event) => event.type === 'operator').length).toBeGreaterThan(5);
    expect(events.filter((event) => event.type === 'dead-letter')).toHaveLength(3);
    expect(JSON.stringify(events)).not.toContain('words');
    expect(events.map((event) => event.at)).toEqual(events.map((event) => event.at).sort());
    const fleet = await loadFleet(consumer, new Date());
    expect(fleet.lanes).toMatchObject({ waiting: 1, running: 0, turns: 1 });
    expect(fleet.lastMinute).toEqual({ accepted: 1, ended: 0, p50Ms: null, p95Ms: null });
  });

  it('and the pace counts what was accepted and what ended in the last minute, by business time', async () => {
    const { consumer, digest, database } = world;
    const [turn] = await database.admin<{ id: string; at: Date }>(
      `insert into salience.turn_ends (turn_id, agent_id, thread_id, seq, kind, fence, ended_at)
       select id, agent_id, thread_id, seq, 'cancelled', 1, accepted_at + interval '40 milliseconds' from salience.turns
       returning turn_id as id, ended_at as at`,
    );
    const after = async (ms: number) =>
      (await loadFleet(consumer, new Date((turn?.at.getTime() ?? 0) + ms))).lastMinute;
    expect(await after(1_000)).toEqual({ accepted: 1, ended: 1, p50Ms: 40, p95Ms: 40 });
    expect(await after(59_980)).toMatchObject({ accepted: 0, ended: 1 });
    expect(await after(61_000)).toEqual({ accepted: 0, ended: 0, p50Ms: null, p95Ms: null });
    await expect(
      digest.pool.query("select salience.operator_pace(now(), interval '1 minute')"),
    ).rejects.toThrow('permission denied');
  });

  it('an unknown quarantined turn leaves no audit row', async () => {
    const wish = { turnId: `turn_${'0'.repeat(32)}` as never, outcome: 'drop' as const, now: new Date() };
    expect(await settleQuarantinedAs(world.consumer, wish, 'local')).toEqual({ status: 'unknown' });
    expect(await audited('quarantine.drop')).toEqual([]);
  });
});
