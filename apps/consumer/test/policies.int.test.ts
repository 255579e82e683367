import {
  auditViewSchema,
  labelViewSchema,
  pageSchema,
  type PolicyChangeView,
  policyChangeViewSchema,
  policyDetailSchema,
  policyDiffViewSchema,
  policyRequestViewSchema,
  policyVersionViewSchema,
  policyViewSchema,
  problemSchema,
  turnExplanationSchema,
} from '@salience/contracts';
import { newId } from '@salience/database';
import { createAgent, createApiKey } from '@salience/database/agents';
import { moveMark, routerCalibration } from '@salience/database/learning';
import { createOperatorKey } from '@salience/database/operators';
import { asPerson, HandRegulator, handStanding } from '@salience/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { post, rawRequest } from './support/event-stream.ts';
import { type Fixture, startFixture } from './support/fixture.ts';
import { plantDecision } from './support/plant-decision.ts';

type Headers = Record<string, string>;
const bearer = (key: string): Headers => ({ authorization: `Bearer ${key}` });

describe('policies over HTTP', () => {
  let fixture: Fixture;
  let regulator: HandRegulator;
  let at: string;
  let operator: Headers;
  let ada: { readonly id: string; readonly own: Headers };
  let bob: { readonly id: string; readonly own: Headers };

  beforeAll(async () => {
    fixture = await startFixture('postgres');
    ({ at } = await fixture.serve({ cacheMs: 0 }));
    const agentOf = async (name: string) => {
      const { id } = await createAgent(fixture.operatorDb, { name, persona: 'p' });
      const { key } = await createApiKey(fixture.operatorDb, id, name);
      return { id, own: bearer(key) };
    };
    [ada, bob] = [await agentOf('ada'), await agentOf('bob')];
    regulator = new HandRegulator(fixture.database);
    await regulator.publish();
    await regulator.publish(`fleet:${ada.id}`, 1);
    await regulator.digests('fleet', 3, 2);
    operator = bearer((await createOperatorKey(fixture.operatorDb, 'anna')).key);
  });

  const ask = async (path: string, headers: Headers, body?: unknown) => {
    const sent =
      body === undefined
        ? {}
        : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const answer = await rawRequest(at + path, { ...sent, headers: { ...sent.headers, ...headers } });
    return { status: answer.status, headers: answer.headers, body: JSON.parse(answer.body) as unknown };
  };
  const read = async <S extends z.ZodType>(
    path: string,
    headers: Headers,
    schema: S,
  ): Promise<z.output<S>> => {
    const { body, status } = await ask(path, headers);
    expect([path, status]).toEqual([path, 200]);
    return schema.parse(body);
  };
  const refusal = async (path: string, headers: Headers, body?: unknown) => {
    const answer = await ask(path, headers, body);
    return [answer.status, problemSchema.parse(answer.body).code];
  };
  const namesFor = async (headers: Headers, path = '/policies') =>
    (await read(path, headers, pageSchema(policyViewSchema))).items.map(({ name }) => name);

  it('law 12: the policy of an agent is seen by its own callers, the person and operators, and is not there for others', async () => {
    const own = `fleet:${ada.id}`;
    for (const headers of [ada.own, operator, asPerson]) expect(await namesFor(headers)).toContain(own);
    expect(await namesFor(operator, '/operator/policies')).toContain(own);
    expect(await namesFor(bob.own)).not.toContain(own);
    expect(await namesFor(bob.own)).toEqual(expect.arrayContaining(['fleet', 'shipped']));
    for (const path of ['', '/history', '/versions/1', '/diff']) {
      expect(await refusal(`/policies/${own}${path}`, bob.own)).toEqual([404, 'policy.unknown']);
      expect((await ask(`/policies/${own}${path}`, ada.own)).status).toBe(200);
    }
  });

  it('an agent’s own is there before its first change, for those who may see it: what decides for all does', async () => {
    const own = `/policies/fleet:${bob.id}`;
    for (const headers of [bob.own, operator])
      expect(await read(own, headers, policyDetailSchema)).toMatchObject({
        live_version: null,
        newest_version: null,
        base: { name: 'fleet', version: 3 },
        departures: [],
        standing: null,
        cycled_at: null,
      });
    expect((await read(`${own}/history`, bob.own, pageSchema(policyChangeViewSchema))).items).toEqual([]);
    expect((await read(`${own}/diff`, bob.own, policyDiffViewSchema)).weights).toEqual([]);
    expect(await refusal(`${own}/requests`, operator, { kind: 'pin', version: 1 })).toEqual([
      409,
      'policy.unregulated',
    ]);
    expect(await refusal(own, ada.own)).toEqual([404, 'policy.unknown']);
    // Of an agent that is not there, and of one that keeps to another policy, there will be none.
    expect(await refusal(`/policies/fleet:${newId('agent')}`, operator)).toEqual([404, 'policy.unknown']);
    const keeps = (settings: string) =>
      fixture.database.admin('update salience.agents set settings = $1::jsonb where id = $2', [
        settings,
        bob.id,
      ]);
    await keeps('{"policy": "shipped"}');
    expect(await refusal(own, operator)).toEqual([404, 'policy.unknown']);
    await keeps('{}');
  });

  it('are for the person and holders of keys, and what is asked of the regulator for operators alone', async () => {
    const reads = [
      '/policies',
      '/policies/fleet',
      '/policies/fleet/history',
      '/policies/fleet/versions/1',
      '/labels',
    ];
    for (const path of reads) expect(await refusal(path, {})).toEqual([401, 'person.required']);
    const requests = '/policies/fleet/requests';
    for (const headers of [{}, ada.own, asPerson]) {
      expect((await ask(requests, headers, { kind: 'unpin' })).status).toBe(401);
      expect((await ask(requests, headers)).status).toBe(401);
      expect((await ask('/operator/policies', headers)).status).toBe(401);
    }
  });

  it('show the version that decides, what it departs from, how it did and who decides by it', async () => {
    const detail = await read('/policies/fleet', operator, policyDetailSchema);
    const { version } = detail.base ?? { version: 0 };
    expect(detail).toMatchObject({
      live_version: 3,
      newest_version: 3,
      base: { name: 'shipped' },
      pinned: null,
    });
    expect(detail.departures).toEqual([
      { parameter: 'clarify.base', from: expect.any(Number), to: expect.any(Number) },
    ]);
    const { shares, ...standing } = handStanding;
    expect(detail.standing).toMatchObject(standing);
    expect(detail.standing?.shares).toContainEqual({
      mode: 'CLARIFY',
      share: shares.CLARIFY,
      low: 0.08,
      high: 0.2,
    });
    expect(detail.adoption).toEqual({ live: 2, adopted: 1 });
    expect(detail.replicas?.map((one) => one.version).sort()).toEqual([2, 3]);
    // Whoever holds the key of an agent is not told which worker is which, nor what the talk of all agents shows.
    expect(await read('/policies/fleet', ada.own, policyDetailSchema)).toEqual({
      ...detail,
      standing: null,
      replicas: null,
    });
    expect(await read('/operator/policies/fleet', operator, policyDetailSchema)).toEqual(detail);
    expect(await read(`/policies/shipped`, ada.own, policyDetailSchema)).toMatchObject({
      live_version: version,
      base: null,
      departures: [],
      standing: null,
      adoption: null,
    });
  });

  it('a head that tells nothing that this release can read has no standing, and everything else', async () => {
    const state = async (value: unknown) =>
      await fixture.database.admin("update salience.policy_heads set state = $1 where name = 'fleet'", [
        JSON.stringify(value),
      ]);
    for (const value of [null, {}, { standing: { shares: 'many' } }, 7]) {
      await state(value);
      expect((await read('/policies/fleet', operator, policyDetailSchema)).standing).toBeNull();
    }
    await state({ standing: handStanding });
  });

  it('tell every change with why it was made and what it did, page by page', async () => {
    const page = (query: string, viewer: typeof operator = operator) =>
      read(`/policies/fleet/history${query}`, viewer, pageSchema(policyChangeViewSchema));
    const { items, next } = await page('');
    expect(next).toBeNull();
    expect(items.map(({ action, version }: PolicyChangeView) => [action, version])).toEqual([
      ['publish', 3],
      ['publish', 2],
      ['release', 1],
    ]);
    expect(items[1]).toMatchObject({
      parameter: 'clarify.base',
      pressure: 'missed_clarify',
      estimate: { step: { mean: -0.012 } },
      measured: { verdict: 'better' },
      adopted_at: expect.any(String),
    });
    expect(items[0]).toMatchObject({ measured: null, adopted_at: null });
    // Figures of the fleet are made from the talk of every agent: the holder of a key of one is not told them.
    expect((await page('', bob.own)).items).toEqual(
      items.map((item) => ({ ...item, estimate: null, measured: null })),
    );
    const half = await page('?limit=2');
    expect(half.items).toEqual(items.slice(0, 2));
    expect((await page(`?limit=2&cursor=${half.next ?? ''}`)).items).toEqual(items.slice(2));
    expect(await refusal('/policies/fleet/history?cursor=x', bob.own)).toEqual([422, 'query.cursor']);
  });

  it('versions and what differs between two of them', async () => {
    const second = await read('/policies/fleet/versions/2', ada.own, policyVersionViewSchema);
    expect(second).toMatchObject({
      parent: { name: 'fleet', version: 1 },
      reason: { pressure: 'missed_clarify' },
    });
    const diff = (query: string) => read(`/policies/fleet/diff${query}`, ada.own, policyDiffViewSchema);
    const [moved] = (await diff('?from=1&to=3')).weights;
    expect(moved?.parameter).toBe('clarify.base');
    expect((moved?.to ?? 0) - (moved?.from ?? 0)).toBeCloseTo(0.04);
    expect(await diff('')).toMatchObject({ from: { name: 'shipped' }, to: { name: 'fleet', version: 3 } });
    expect((await diff('?from=2&to=2')).weights).toEqual([]);
    expect(await refusal('/policies/fleet/versions/99', ada.own)).toEqual([404, 'version.unknown']);
    expect(await refusal('/policies/fleet/diff?to=99', ada.own)).toEqual([404, 'version.unknown']);
    expect(await refusal('/policies/fleet/versions/0', ada.own)).toEqual([404, 'version.unknown']);
    expect(await refusal('/policies/nobody', ada.own)).toEqual([404, 'policy.unknown']);
    expect(await refusal('/policies/No%20Name', ada.own)).toEqual([404, 'policy.unknown']);
  });

  it('law 7: a pin is asked for, once audited, and the regulator carries it out', async () => {
    const asked = await ask('/policies/fleet/requests', operator, { kind: 'pin', version: 2 });
    expect(asked.status).toBe(202);
    const request = policyRequestViewSchema.parse(asked.body);
    expect(request).toMatchObject({
      kind: 'pin',
      version: 2,
      asked_by: 'operator:anna',
      state: 'open',
      outcome: null,
    });
    const place = `/policies/fleet/requests/${request.request_id}`;
    expect(asked.headers['location']).toBe(place);
    const audit = await read('/operator/audit?action=policy.request', operator, pageSchema(auditViewSchema));
    expect(audit.items).toMatchObject([
      {
        actor: 'operator:anna',
        target: 'fleet',
        details: { request_id: request.request_id, kind: 'pin', version: 2 },
        outcome: 'done',
      },
    ]);
    // Until then nothing has changed.
    expect((await read('/policies/fleet', operator, policyDetailSchema)).pinned).toBeNull();
    await regulator.pin(request.request_id, 'fleet', 2);
    expect(await read(place, operator, policyRequestViewSchema)).toMatchObject({
      state: 'done',
      outcome: { live_version: 2 },
    });
    expect(await read('/policies/fleet', operator, policyDetailSchema)).toMatchObject({
      live_version: 2,
      newest_version: 3,
      pinned: { version: 2, by: 'operator:anna' },
    });
    expect(await refusal('/policies/fleet/requests', operator, { kind: 'rollback', version: 1 })).toEqual([
      409,
      'policy.pinned',
    ]);
    const back = policyRequestViewSchema.parse(
      (await ask('/policies/fleet/requests', operator, { kind: 'unpin' })).body,
    );
    await regulator.pin(back.request_id, 'fleet', null);
    const { items } = await read('/policies/fleet/requests', operator, pageSchema(policyRequestViewSchema));
    expect(items.map(({ kind, state }) => [kind, state])).toEqual([
      ['unpin', 'done'],
      ['pin', 'done'],
    ]);
    expect((await read('/policies/fleet', operator, policyDetailSchema)).pinned).toBeNull();
  });

  it('threat: the key of an agent reads no figures of the fleet, nor who holds it, by no route', async () => {
    await fixture.database.admin(
      `insert into salience.router_policies (id, name, version, weights, parent_name, parent_version, reason, created_at)
       select $1, name, 4, weights, name, 3, $2, now() from salience.router_policies where name = 'fleet' and version = 3`,
      [
        newId('policy'),
        JSON.stringify({
          why: 'rollback',
          estimate: { step: 1 },
          measured: { verdict: 'x' },
          asked_by: 'operator:anna',
        }),
      ],
    );
    const asked = await ask('/policies/fleet/requests', operator, { kind: 'pin', version: 2 });
    await regulator.pin(policyRequestViewSchema.parse(asked.body).request_id, 'fleet', 2);
    const told = async (headers: Headers) =>
      Promise.all(
        [
          '',
          '/fleet',
          '/fleet/history',
          '/fleet/versions/4',
          '/fleet/versions/2',
          '/fleet/diff',
          '/fleet/series?days=400',
        ].map(async (path) => JSON.stringify((await ask(`/policies${path}`, headers)).body)),
      );
    const shown = (await told(bob.own)).join(' ');
    expect(shown).not.toMatch(/anna|verdict|-0\.012|one_to_one/);
    expect((await told(operator)).join(' ')).toMatch(/anna.*verdict/);
    expect(await read('/policies/fleet/versions/4', bob.own, policyVersionViewSchema)).toMatchObject({
      reason: { why: 'rollback', estimate: null, measured: null, asked_by: null },
    });
    // Their own policy is made of their own talk.
    const own = await read(`/policies/fleet:${ada.id}/history`, ada.own, pageSchema(policyChangeViewSchema));
    expect(own.items).toHaveLength(1);
    const back = await ask('/policies/fleet/requests', operator, { kind: 'unpin' });
    await regulator.pin(policyRequestViewSchema.parse(back.body).request_id, 'fleet', null);
    await fixture.database.admin("delete from salience.router_policies where name = 'fleet' and version = 4");
  });

  it('a pin that waits can be taken back, and a policy without an earlier version says so', async () => {
    const requests = '/policies/fleet/requests';
    expect(await refusal(requests, operator, { kind: 'unpin' })).toEqual([409, 'policy.unpinned']);
    const pin = policyRequestViewSchema.parse(
      (await ask(requests, operator, { kind: 'pin', version: 2 })).body,
    );
    const taken = await ask(requests, operator, { kind: 'unpin' });
    expect(taken.status).toBe(202);
    for (const id of [pin.request_id, policyRequestViewSchema.parse(taken.body).request_id])
      await regulator.settle(id, 'refused', { why: 'superseded' });
    const { newest_version: newest } = await read('/policies/shipped', operator, policyDetailSchema);
    const diff = await ask('/policies/shipped/diff', operator);
    expect(problemSchema.parse(diff.body).detail).toContain(`before ${newest ?? 0}`);
    await fixture.database.admin(
      "insert into salience.router_policies (id, name, version, weights) select $1, name, 1, weights from salience.router_policies where name = 'shipped' limit 1",
      [newId('policy')],
    );
    expect(await read('/policies/shipped/diff', operator, policyDiffViewSchema)).toMatchObject({
      from: { version: 1 },
      to: { version: newest },
    });
    await fixture.database.admin(
      "delete from salience.router_policies where name = 'shipped' and version = 1",
    );
  });

  it('a request that cannot succeed is refused at once, and nothing is noted', async () => {
    const requests = (name: string, body: object) => refusal(`/policies/${name}/requests`, operator, body);
    const counted = async () =>
      (await fixture.database.admin('select 1 from salience.policy_requests')).length;
    const before = await counted();
    expect(await requests('fleet', { kind: 'pin', version: 99 })).toEqual([404, 'version.unknown']);
    expect(await requests('nobody', { kind: 'pin', version: 1 })).toEqual([404, 'policy.unknown']);
    expect(await requests('shipped', { kind: 'pin', version: 1 })).toEqual([409, 'policy.unregulated']);
    expect(await requests('fleet', { kind: 'unpin' })).toEqual([409, 'policy.unpinned']);
    expect(await requests('fleet', { kind: 'pin' })).toEqual([422, 'body.invalid']);
    expect(await requests('fleet', { kind: 'pin', version: 1, days: 3 })).toEqual([422, 'body.invalid']);
    expect(await requests('fleet', { kind: 'simulate', weights: { 'no.weight': 1 } })).toEqual([
      422,
      'policy.weights',
    ]);
    expect(await requests('fleet', { kind: 'simulate', weights: { 'clarify.base': 11 } })).toEqual([
      422,
      'policy.weights',
    ]);
    expect(await counted()).toBe(before);
    const place = `/policies/fleet/requests/${newId('policyRequest')}`;
    expect(await refusal(place, operator)).toEqual([404, 'request.unknown']);
  });

  it('any policy may be simulated, without a version the one that decides', async () => {
    const body = { kind: 'simulate', weights: { 'clarify.base': 0.4 }, days: 7 };
    const answer = await ask('/policies/shipped/requests', operator, body);
    expect(answer.status).toBe(202);
    const { request_id: id, version } = policyRequestViewSchema.parse(answer.body);
    expect(version).toBeGreaterThan(0);
    await regulator.settle(id, 'refused', { why: 'too_few_decisions' });
    expect(await read(`/policies/shipped/requests/${id}`, operator, policyRequestViewSchema)).toMatchObject({
      state: 'refused',
      outcome: { why: 'too_few_decisions' },
    });
    expect(await refusal(`/policies/fleet/requests/${id}`, operator)).toEqual([404, 'request.unknown']);
  });

  it('law 12: an agent sees the labels of its own decisions and of no others, by turn and kind', async () => {
    const turnOf = async (text: string) => {
      const said = await post(`${at}/messages`, { text, thread_id: 'labels' });
      return (await said.json()) as { turn_id: string; thread_id: string };
    };
    const turn = await turnOf('Where does Ana live?');
    await regulator.label(fixture.agentId, turn);
    await regulator.label(fixture.agentId, await turnOf('And Bea?'));
    const labels = (query: string, headers: Headers) =>
      read(`/labels${query}`, headers, pageSchema(labelViewSchema));
    const all = await labels('', asPerson);
    expect(all.items).toHaveLength(2);
    expect((await labels(`?turn=${turn.turn_id}`, asPerson)).items).toMatchObject([
      {
        turn_id: turn.turn_id,
        kind: 'missed_clarify',
        wanted: 'CLARIFY',
        mode: 'RESPOND',
        given_via: 'reaction',
        policy: { name: 'fleet', version: 1 },
      },
    ]);
    const half = await labels('?limit=1', operator);
    expect([...half.items, ...(await labels(`?limit=1&cursor=${half.next ?? ''}`, operator)).items]).toEqual(
      all.items,
    );
    expect((await labels('?kind=correct', asPerson)).items).toEqual([]);
    expect(all.items.map(({ review }) => review)).toEqual([null, null]);
    await fixture.database.admin(
      `insert into salience.reflections (turn_id, agent_id, at, agrees, wanted, confidence, ambiguity, dimensions, model, stratum)
       values ($1, $2, now(), false, 'CLARIFY', 0.9, 0.25, '{"intent_clarity": 0.75}', 'm', 'low')`,
      [turn.turn_id, fixture.agentId],
    );
    await fixture.database.admin(
      "update salience.decision_labels set given_via = 'reflection' where turn_id = $1",
      [turn.turn_id],
    );
    expect((await labels(`?turn=${turn.turn_id}`, asPerson)).items).toMatchObject([
      { given_via: 'reflection', review: { ambiguity: 0.25, dimensions: { intent_clarity: 0.75 } } },
    ]);
    for (const { own } of [ada, bob]) expect((await labels('', own)).items).toEqual([]);
    expect((await labels('', { ...operator, 'x-agent': 'ada' })).items).toEqual([]);
  });

  it('law 8: a calibration is read: why tells how often decisions of this confidence are right', async () => {
    const said = await post(`${at}/messages`, { text: 'Where does Ana live?' });
    const turn = (await said.json()) as { turn_id: string; thread_id: string };
    const why = () => read(`/turns/${turn.turn_id}/why`, asPerson, turnExplanationSchema);
    await regulator.calibrate(routerCalibration);
    expect((await why()).calibration).toBeNull();
    await plantDecision(fixture, turn);
    expect((await why()).calibration).toEqual({
      right: 0.5,
      version: 1,
      decisions: 120,
      at: '2026-03-02T09:00:00.000Z',
    });
    await fixture.database.admin('update salience.calibrations set knots = $1', ['{"confidence":"much"}']);
    expect((await why()).calibration).toBeNull();
  });
});

describe('before the first change', () => {
  it('the fleet’s policy is there: what decides in its place, how decisions do, and what to do instead of a pin', async () => {
    const fixture = await startFixture('postgres');
    const { at } = await fixture.serve({ cacheMs: 0 });
    const operator = bearer((await createOperatorKey(fixture.operatorDb, 'anna')).key);
    const ask = async (path: string, body?: unknown) => {
      const json = {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      };
      const sent = body === undefined ? { headers: {} } : json;
      const answer = await rawRequest(at + path, { ...sent, headers: { ...sent.headers, ...operator } });
      return JSON.parse(answer.body) as unknown;
    };
    const regulator = fixture.database.connect('salience_routing_regulator');
    await moveMark(regulator, {
      job: 'regulate',
      from: null,
      upto: JSON.stringify(handStanding),
      now: new Date(handStanding.at),
    });
    const detail = policyDetailSchema.parse(await ask('/policies/fleet'));
    expect(detail).toMatchObject({
      live_version: null,
      newest_version: null,
      base: { name: 'shipped' },
      departures: [],
      standing: { outcome: 'published', decisions: 420 },
      adoption: null,
      cycled_at: handStanding.at,
    });
    const { items } = pageSchema(policyViewSchema).parse(await ask('/policies'));
    expect(items.map(({ name }) => name)).toContain('fleet');
    expect(pageSchema(policyChangeViewSchema).parse(await ask('/policies/fleet/history')).items).toEqual([]);
    expect(policyDiffViewSchema.parse(await ask('/policies/fleet/diff')).weights).toEqual([]);
    expect(policyDetailSchema.parse(await ask(`/policies/fleet:${fixture.agentId}`))).toMatchObject({
      live_version: null,
      base: detail.base,
      standing: null,
    });
    const refused = problemSchema.parse(await ask('/policies/fleet/requests', { kind: 'pin', version: 1 }));
    expect([refused.code, refused.detail]).toEqual([
      'policy.unregulated',
      expect.stringContaining('set "policy": "shipped" in its settings'),
    ]);
    expect(
      policyRequestViewSchema.parse(await ask('/policies/fleet/requests', { kind: 'simulate' })),
    ).toMatchObject({ policy: 'fleet', version: null, state: 'open' });
  });
});
