import {
  driftedDetailSchema,
  driftedViewSchema,
  pageSchema,
  policyRequestViewSchema,
  policySeriesSchema,
  problemSchema,
  routingCalibrationSchema,
  routingSharesSchema,
  type TurnId,
} from '@salience/contracts';
import { newId } from '@salience/database';
import { createAgent, createApiKey } from '@salience/database/agents';
import { routerCalibration, saveCalibration } from '@salience/database/learning';
import { createOperatorKey } from '@salience/database/operators';
import { calibrate } from '@salience/regulation';
import { asPerson, HandRegulator, handStanding } from '@salience/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { post, rawRequest } from './support/event-stream.ts';
import { type Fixture, startFixture } from './support/fixture.ts';
import { plantThought, showThought } from './support/plant-mind.ts';

type Headers = Record<string, string>;
const bearer = (key: string): Headers => ({ authorization: `Bearer ${key}` });

let fixture: Fixture;
let at: string;
let operator: Headers;
let bob: Headers;

beforeAll(async () => {
  fixture = await startFixture('postgres');
  ({ at } = await fixture.serve({ cacheMs: 0 }));
  const { id } = await createAgent(fixture.operatorDb, { name: 'bob', persona: 'p' });
  bob = bearer((await createApiKey(fixture.operatorDb, id, 'bob')).key);
  operator = bearer((await createOperatorKey(fixture.operatorDb, 'anna')).key);
});

const ask = async (path: string, headers: Headers) => {
  const answer = await rawRequest(at + path, { headers });
  return { status: answer.status, body: JSON.parse(answer.body) as unknown };
};
const read = async <S extends z.ZodType>(path: string, headers: Headers, schema: S): Promise<z.output<S>> => {
  const { body, status } = await ask(path, headers);
  expect([path, status]).toEqual([path, 200]);
  return schema.parse(body);
};

describe('thoughts over HTTP', () => {
  it('are listed latest first with what they rest on, page by page, to the agent’s own callers alone', async () => {
    const day = (n: number) => new Date(Date.UTC(2026, 2, n));
    const older = await plantThought(fixture, fixture.agentId, { at: day(1), text: 'Older' });
    const newer = await plantThought(fixture, fixture.agentId, { at: day(2), text: 'Newer' });
    const page = pageSchema(driftedViewSchema);
    const first = await read('/thoughts?limit=1', asPerson, page);
    expect(first.items).toMatchObject([{ thought_id: newer, text: 'Newer', said: null, used: null }]);
    expect(first.items[0]?.concepts).toMatchObject([{ seed: true }]);
    const second = await read(`/thoughts?limit=1&cursor=${first.next ?? ''}`, asPerson, page);
    expect(second).toMatchObject({ items: [{ thought_id: older }], next: null });
    expect((await read('/thoughts?type=reflection', asPerson, page)).items).toEqual([]);
    expect((await read('/thoughts', bob, page)).items).toEqual([]);
    const theirs = await ask(`/thoughts/${newer}`, bob);
    expect([theirs.status, problemSchema.parse(theirs.body).code]).toEqual([404, 'thought.unknown']);
  });

  it('say where they surfaced: the turn that said one, and turns whose prompt held it', async () => {
    const thought = await plantThought(fixture, fixture.agentId);
    const message = await post(`${at}/messages`, { text: 'What of the boat?', thread_id: 'boat' });
    const { turn_id: turnId } = (await message.json()) as { turn_id: TurnId };
    await showThought(fixture, turnId, thought);
    await fixture.database.admin('update salience.turns set idempotency_key = $2 where id = $1', [
      turnId,
      ` thought:${thought}`,
    ]);
    expect(await read(`/thoughts/${thought}`, asPerson, driftedDetailSchema)).toMatchObject({
      thought_id: thought,
      said: { turn_id: turnId, state: 'pending', outcome: null },
      shown: [{ turn_id: turnId }],
    });
  });
});

describe('routing over HTTP', () => {
  it('shows a policy day by day with its bands and the weights of its versions; figures of all agents are not for a key', async () => {
    const regulator = new HandRegulator(fixture.database);
    await regulator.publish();
    const days = Math.ceil((Date.now() - Date.parse(handStanding.at)) / 86_400_000) + 1;
    const path = `/policies/fleet/series?days=${Math.min(400, days)}`;
    const series = await read(path, operator, policySeriesSchema);
    const { at: _at, ...standing } = handStanding;
    expect(series).toMatchObject({
      policy: 'fleet',
      decides: { name: 'fleet', version: 3 },
      days: [{ day: '2026-03-04', decided: { name: 'shipped' }, standing }],
    });
    expect(series.bands).toContainEqual({ mode: 'RESPOND', low: 0.5, high: 0.75 });
    expect(series.versions.map(({ name, version }) => `${name}@${version}`)).toContain('fleet@3');
    expect(await read(`/operator${path}`, operator, policySeriesSchema)).toEqual(series);
    const hidden = await read(path, bob, policySeriesSchema);
    expect(hidden.days).toMatchObject([{ day: '2026-03-04', standing: null }]);
    expect(hidden.versions).toEqual(series.versions);
    expect((await ask(`/policies/fleet:${newId('agent')}/series`, bob)).status).toBe(404);
    expect((await read('/policies/fleet/series?days=1', operator, policySeriesSchema)).days).toEqual([]);
  });

  it('counts the agent’s own decisions by day, with the interval that the counts allow', async () => {
    const decided = (mode: string, agentId: string) =>
      fixture.database.admin(
        `insert into salience.turn_ends (turn_id, agent_id, thread_id, seq, kind, fence, mode, source, trust, exchange_id, policy_name, policy_version, ended_at)
         values ($1, $2, $1, 1, 'answered', 0, $3, 'chat', 'user', 'exc_' || $1, 'shipped', 1, now())`,
        [newId('turn'), agentId, mode],
      );
    for (const mode of ['RESPOND', 'RESPOND', 'RESPOND', 'ACT']) await decided(mode, fixture.agentId);
    const shares = await read('/routing/shares?days=2', asPerson, routingSharesSchema);
    expect(shares.decisions).toBe(4);
    const respond = shares.shares.find(({ mode }) => mode === 'RESPOND');
    expect(respond).toMatchObject({ decisions: 3, share: 0.75, low: 0.5, high: 0.75 });
    expect(respond?.likely_low).toBeLessThan(0.75);
    expect(shares.days).toHaveLength(1);
    expect((await read('/routing/shares', bob, routingSharesSchema)).decisions).toBe(0);
  });

  it('draws how often decisions of a confidence are right, before and after the map', async () => {
    const path = '/routing/calibration';
    expect(await read(path, operator, routingCalibrationSchema)).toEqual({ calibration: null });
    const judged = Array.from({ length: 200 }, (_, n) => ({
      confidence: 0.9,
      correct: n % 2 === 0,
      mode: 'RESPOND' as const,
    }));
    const { map, ...figures } = calibrate(judged, 1);
    const regulatorDb = fixture.database.connect('salience_routing_regulator');
    const kept = { name: routerCalibration, from: 0, at: new Date(), decisions: 200 };
    await saveCalibration(regulatorDb, { ...kept, knots: map.knots, figures });
    const { calibration } = await read(path, operator, routingCalibrationSchema);
    const bin = calibration?.figures?.bins.find(({ decisions }) => decisions > 0);
    expect(bin).toMatchObject({ decisions: 200, correct: 0.5, mapped: 0.5 });
    expect(bin?.low).toBeGreaterThan(0.4);
    expect(bin?.high).toBeLessThan(0.6);
    expect(await read(`/operator${path}`, operator, routingCalibrationSchema)).toEqual({ calibration });
    // What all agents' talk shows is not for the holder of one's key; that there is a calibration is.
    expect(await read(path, bob, routingCalibrationSchema)).toMatchObject({
      calibration: { version: 1, decisions: 200, figures: null },
    });
  });

  it('takes requests to the regulator where the cookie of an operator is sent to, and shows what became of them', async () => {
    const sent = await rawRequest(`${at}/operator/policies/fleet/requests`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...operator },
      body: JSON.stringify({ kind: 'rollback', version: 1 }),
    });
    expect(sent.status).toBe(202);
    const made = policyRequestViewSchema.parse(JSON.parse(sent.body));
    const list = await read(
      '/operator/policies/fleet/requests',
      operator,
      pageSchema(policyRequestViewSchema),
    );
    expect(list.items).toContainEqual(made);
    expect((await ask('/operator/policies/fleet/requests', bob)).status).toBe(401);
  });
});
