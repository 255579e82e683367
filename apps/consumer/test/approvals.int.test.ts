import { beforeAll, describe, expect, it } from 'vitest';
import { approvalViewSchema, pageSchema, problemSchema, turnViewSchema } from '@salience/contracts';
import { createAgent, createApiKey } from '@salience/database/agents';
import { createOperatorKey, listAudit } from '@salience/database/operators';
import { asPerson } from '@salience/testing';
import { get, post, rawRequest } from './support/event-stream.ts';
import { plantApproval } from './support/plant-approval.ts';
import { type Fixture, startFixture } from './support/fixture.ts';

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

describe('requests for a yes over HTTP (laws 11 and 16)', () => {
  let fixture: Fixture;
  let at: string;
  let other: string;
  let outside: string;

  beforeAll(async () => {
    fixture = await startFixture('postgres');
    ({ at } = await fixture.serve({ cacheMs: 0 }));
    ({ at: other } = await fixture.serve({ cacheMs: 0 }));
    ({ at: outside } = await fixture.serve({ host: '0.0.0.0', cacheMs: 0 }));
  });

  const answer = post;

  it('are listed latest first, in pages, by state and thread, and stand with their turn', async () => {
    const planted: string[] = [];
    for (let n = 0; n < 3; n += 1) planted.unshift(await plantApproval(fixture, 'pages'));
    const pages = pageSchema(approvalViewSchema);
    const first = pages.parse(await (await get(`${at}/approvals?limit=2`)).json());
    expect(first.items.map((item) => item.approval_id)).toEqual(planted.slice(0, 2));
    const second = pages.parse(
      await (await get(`${at}/approvals?limit=2&cursor=${String(first.next)}`)).json(),
    );
    expect(second.items.map((item) => item.approval_id)).toEqual(planted.slice(2));
    expect(second.next).toBeNull();
    const [asked] = first.items;
    const within = `${at}/approvals?state=pending&thread_id=${String(asked?.thread_id)}`;
    expect(pages.parse(await (await get(within)).json()).items).toHaveLength(3);
    expect(pages.parse(await (await get(`${at}/approvals?state=refused`)).json()).items).toEqual([]);
    expect((await get(`${at}/approvals?state=maybe`)).status).toBe(422);
    const turn = turnViewSchema.parse(await (await get(`${at}/turns/${String(asked?.turn_id)}`)).json());
    expect(turn.approvals).toEqual([asked]);
  });

  it('are answered once, by any replica; whoever comes later is shown how it stands (law 4)', async () => {
    const id = await plantApproval(fixture, 'answers');
    const answers = await Promise.all(
      [at, other, at, other].map((url, index) =>
        answer(`${url}/approvals/${id}`, { answer: index < 2 ? 'approve' : 'refuse' }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409]);
    const won = approvalViewSchema.parse(await answers.find(({ status }) => status === 200)?.json());
    expect(won).toMatchObject({
      resolved_by: 'person',
      continuation_turn_id: expect.stringMatching(/^turn_/),
    });
    for (const late of answers.filter(({ status }) => status === 409)) {
      const problem = problemSchema.parse(await late.json());
      expect(problem).toMatchObject({ code: 'approval.resolved', approval: won });
    }
    const next = turnViewSchema.parse(
      await (await get(`${at}/turns/${String(won.continuation_turn_id)}`)).json(),
    );
    expect(next).toMatchObject({ source: 'approval', state: 'pending', parent_turn_id: won.turn_id });
  });

  it('are answered with other arguments, and refused where those are none', async () => {
    const id = await plantApproval(fixture, 'edits');
    const before = approvalViewSchema.parse(await (await get(`${at}/approvals/${id}`)).json());
    for (const body of [
      { answer: 'edit' },
      { answer: 'edit', arguments: [] },
      { answer: 'approve', arguments: {} },
      {},
    ]) {
      expect([body, (await answer(`${at}/approvals/${id}`, body)).status]).toEqual([body, 422]);
    }
    const edited = await answer(`${at}/approvals/${id}`, {
      answer: 'edit',
      arguments: { to: 'bo@example.org' },
    });
    expect(await edited.json()).toMatchObject({
      state: 'edited',
      arguments: { to: 'ana@example.org' },
      edited_arguments: { to: 'bo@example.org' },
      // What runs is what is shown and hashed from now on.
      shown: 'use mail with to "bo@example.org"',
      hash: expect.not.stringMatching(before.hash),
    });
  });

  it('threat: other arguments that no tool could be given are turned away at the door, and nothing is answered', async () => {
    const id = await plantApproval(fixture, 'poisoned');
    const nested = (levels: number) =>
      `{"answer":"edit","arguments":${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}}`;
    const poison = [nested(34), nested(2_000), `{"answer":"edit","arguments":{"a":"${'x'.repeat(70_000)}"}}`];
    for (const body of poison) {
      const response = await fetch(`${at}/approvals/${id}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...asPerson },
        body,
      });
      expect([body.slice(0, 60), response.status]).toEqual([body.slice(0, 60), 422]);
      expect(problemSchema.parse(await response.json())).toMatchObject({
        code: 'body.invalid',
        detail: expect.stringContaining('Expected valid tool arguments'),
      });
    }
    expect(await (await get(`${at}/approvals/${id}`)).json()).toMatchObject({ state: 'pending' });
    expect((await answer(`${at}/approvals/${id}`, { answer: 'approve' })).status).toBe(200);
  });

  it('threat: an answer that says what it saw counts for exactly that, or not at all', async () => {
    const id = await plantApproval(fixture, 'matched');
    const url = `${at}/approvals/${id}`;
    const seen = approvalViewSchema.parse(await (await get(url)).json());
    const yes = { answer: 'approve' };
    const otherId = await plantApproval(fixture, 'matched', undefined, { to: 'evil@attacker.test' });
    const wrong = approvalViewSchema.parse(await (await get(`${at}/approvals/${otherId}`)).json());
    expect(wrong.hash).not.toBe(seen.hash);
    for (const tag of [`"${wrong.hash}"`, `W/"${seen.hash}"`, seen.hash, '""', '"x", "y"']) {
      const refused = await answer(url, yes, { 'if-match': tag });
      expect([tag, refused.status]).toEqual([tag, 412]);
      expect(problemSchema.parse(await refused.json())).toMatchObject({
        code: 'approval.changed',
        approval: { state: 'pending', hash: seen.hash },
      });
    }
    const done = await answer(url, yes, { 'if-match': `"x", "${seen.hash}"` });
    expect(await done.json()).toMatchObject({ state: 'approved', hash: seen.hash });
    expect((await answer(`${at}/approvals/${otherId}`, yes, { 'if-match': '*' })).status).toBe(200);
  });

  it('threat: what eyes cannot see is written out where a request is shown, and the JSON stays as it is', async () => {
    const to = '\u202Etset.knab@nna\u202C';
    const id = await plantApproval(fixture, 'unseen', undefined, { to });
    const view = approvalViewSchema.parse(await (await get(`${at}/approvals/${id}`)).json());
    expect(view.arguments).toEqual({ to });
    expect(view.shown).toBe(String.raw`use mail with to "\u{202E}tset.knab@nna\u{202C}"`);
  });

  it('are a no after their deadline, whatever is answered then (law 11)', async () => {
    const id = await plantApproval(fixture, 'late', new Date(Date.now() - 1));
    const late = await answer(`${at}/approvals/${id}`, { answer: 'approve' });
    expect(late.status).toBe(409);
    expect(await late.json()).toMatchObject({ approval: { state: 'expired', resolved_by: 'deadline' } });
  });

  it('are nothing to other agents (law 12), and open to the agent’s key and to operators', async () => {
    const id = await plantApproval(fixture, 'keys');
    const { id: stranger } = await createAgent(fixture.operatorDb, {
      name: 'stranger',
      persona: '',
      settings: {},
    });
    const theirs = await createApiKey(fixture.operatorDb, stranger, 'theirs');
    const ours = await createApiKey(fixture.operatorDb, fixture.agentId, 'ours');
    const url = `${outside}/approvals/${id}`;
    expect((await rawRequest(url)).status).toBe(401);
    expect((await get(url, bearer(theirs.key))).status).toBe(404);
    expect((await answer(url, { answer: 'approve' }, bearer(theirs.key))).status).toBe(404);
    expect((await get(url, bearer(ours.key))).status).toBe(200);
    expect((await get(url, bearer(`op_${'x'.repeat(43)}`))).status).toBe(401);
    const { key } = await createOperatorKey(fixture.operatorDb, 'anna');
    expect((await get(url, { ...bearer(key), 'x-agent': 'stranger' })).status).toBe(404);
    const refused = await answer(url, { answer: 'refuse' }, bearer(key));
    expect(await refused.json()).toMatchObject({ state: 'refused', resolved_by: 'operator:anna' });
    const audit = (await listAudit(fixture.db, { limit: 20 })).filter(({ target }) => target === id);
    expect(audit).toMatchObject([{ actor: 'operator:anna', action: 'approval.refuse' }]);
  });
});
