import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Id } from '@salience/contracts';
import { newId } from '@salience/database';
import { createApiKey } from '@salience/database/agents';
import { addChannel } from '@salience/database/channels';
import { requestForgetting } from '@salience/database/keeping';
import { askPolicy } from '@salience/database/learning';
import { saveDeadLetter } from '@salience/database/operations';
import { createOperatorKey, revokeOperatorKey, startAudit } from '@salience/database/operators';
import { setBridge } from '@salience/database/bridges';
import { createSchedule } from '@salience/database/skills';
import type { Route } from '../src/http/route.ts';
import { openApiDocument } from '../src/openapi/document.ts';
import { allRoutes } from '../src/routes/all-routes.ts';
import { asPerson, HandRegulator, onceAt, plantQuarantined } from '@salience/testing';
import type { ConsumerServer } from '../src/server.ts';
import { answerAll } from './support/answer-all.ts';
import { plantLane, plantUsage } from './support/plant-fleet.ts';
import { plantThought } from './support/plant-mind.ts';
import { plantApproval } from './support/plant-approval.ts';
import { plantDecision } from './support/plant-decision.ts';
import { plantRoom } from './support/plant-room.ts';
import { plantInlets } from './support/plant-inlets.ts';
import {
  opens,
  plantJudgements,
  plantModel,
  plantModule,
  plantSignals,
  tooLow,
} from './support/plant-signals.ts';
import { post, rawRequest } from './support/event-stream.ts';
import { type Fixture, startFixture } from './support/fixture.ts';

type Json = Record<string, unknown>;
interface Described {
  readonly 'x-needs': string;
  readonly responses: Record<string, { readonly content?: Record<string, { readonly schema: Json }> }>;
}

const nameOf = ({ method, path }: Route) => `${method} ${path}`;
const routesByName = new Map(allRoutes.map((route) => [nameOf(route), route]));
const routes = [...routesByName.keys()];
const document = openApiDocument(allRoutes) as Json & {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, Json> };
};

/** A schema of the document as a checker, with the named ones where it refers to them. */
function checkerOf(schema: Json): z.ZodType {
  const local = JSON.stringify({ ...schema, $defs: document.components.schemas });
  return z.fromJSONSchema(JSON.parse(local.replaceAll('#/components/schemas/', '#/$defs/')));
}

describe('the OpenAPI document', () => {
  let fixture: Fixture;
  let at: string;
  let needs: ConsumerServer['needs'];
  let keyed: string;
  let approvalId: string;
  let channelId: Id<'channel'>;
  let consoleScript: string;
  let exchangeId: string;
  let forgetId: string;
  let policyRequestId: string;
  let hookId: string;
  let taskId: string;
  let scheduleId: string;
  let signalId: string;
  let activationId: string;
  let poisonId: string;
  let thoughtId: string;
  let turn: { turn_id: string; thread_id: string };

  beforeAll(async () => {
    fixture = await startFixture('postgres');
    const server = await fixture.serve({ cacheMs: 0 });
    ({ at, needs } = server);
    keyed = (await fixture.serve({ host: '0.0.0.0', cacheMs: 0 })).at;
    await answerAll(fixture);
    const chat = await post(`${at}/chat`, { text: 'My bicycle is red.', thread_id: 'docs' });
    await chat.text();
    turn = {
      turn_id: chat.headers.get('x-turn-id') ?? '',
      thread_id: chat.headers.get('x-thread-id') ?? '',
    };
    const scheduled = await createSchedule(fixture.db, {
      ...onceAt(new Date(Date.now() + 3_600_000)),
      agentId: fixture.agentId,
      thread: turn.thread_id,
      caller: 'test',
      text: 'later',
      trust: 'user',
      source: 'api',
      now: new Date(),
    });
    scheduleId = scheduled?.id ?? '';
    const letter = await saveDeadLetter(fixture.digestDb, {
      agentId: null,
      queue: 'memory-chunk',
      job: 'memory.chunk',
      payload: { id: 1 },
      code: 'x',
      error: 'y',
      attempts: 3,
    });
    await fixture.database.admin('update salience.dead_letters set agent_id = $1 where id = $2', [
      fixture.agentId,
      letter,
    ]);
    await plantDecision(fixture, turn);
    await plantRoom(fixture, fixture.agentId, { id: 'docs', content: 'Hello', messageId: 'claimed' });
    await setBridge(fixture.db, {
      agentId: fixture.agentId,
      url: 'https://bridge.example.org',
      key: 'key-4711',
      channels: ['10'],
      selfNames: ['Viktor'],
      mentionNames: [],
      now: new Date(),
    });
    approvalId = await plantApproval(fixture, turn.thread_id);
    const [told] = await fixture.database.admin<{ id: string }>(
      'select id from salience.exchanges where turn_id = $1',
      [turn.turn_id],
    );
    exchangeId = told?.id ?? '';
    await fixture.database.admin(
      `insert into salience.facts (id, agent_id, thread_id, exchange_id, subject, key, value, confidence, trust, source, said_at, created_at)
       select $1, agent_id, thread_id, id, 'user', 'bicycle', 'red', 0.9, 'user', 'test', said_at, said_at from salience.exchanges where id = $2`,
      [newId('fact'), exchangeId],
    );
    channelId = newId('channel');
    const consolePage = await (await fetch(`${at}/console`)).text();
    consoleScript = /assets\/console\/(main-[^"]+)/.exec(consolePage)?.[1] ?? '';
    await addChannel(fixture.db, {
      agentId: fixture.agentId,
      id: channelId,
      kind: 'mail',
      target: 'ana@example.org',
      secret: undefined,
      person: undefined,
      now: new Date(),
    });
    const now = new Date();
    const wish = {
      agentId: fixture.agentId,
      scope: 'person',
      target: 'Nobody',
      reason: 'asked',
      by: 'local',
      now,
    } as const;
    forgetId = await requestForgetting(fixture.db, wish);
    ({ hookId, taskId } = await plantInlets(fixture));
    await plantModule(fixture, fixture.agentId);
    const signals = await plantSignals(fixture, fixture.agentId, [{}]);
    [activationId = ''] = await plantJudgements(
      fixture,
      fixture.agentId,
      [{ ...tooLow, opens: 0 }],
      [opens(signals)],
    );
    [signalId = ''] = signals;
    await plantModel(fixture, fixture.agentId, 1);
    await fixture.database.admin(
      `insert into salience.autobiographies (id, agent_id, version, sections, hashes, deltas, inputs, model, created_at)
       select $1, $2, 1, sections, (select jsonb_object_agg(k, 'hash') from jsonb_object_keys(sections) k), '{}', '{}', 'test', now()
       from (select '{"identity": [{"text": "They live in Oslo.", "trust": "user"}], "relationship": [], "values": [], "patterns": [],
         "threads": [], "themes": []}'::jsonb as sections) s`,
      [newId('autobiography'), fixture.agentId],
    );
    const regulator = new HandRegulator(fixture.database);
    await regulator.publish();
    await regulator.digests('fleet', 3);
    await regulator.label(fixture.agentId, turn);
    const asked = { kind: 'simulate', policy: 'fleet', version: 1, askedBy: 'person', now } as const;
    policyRequestId = (await askPolicy(fixture.db, asked)).id;
    await createApiKey(fixture.operatorDb, fixture.agentId, 'listed');
    // A revoked operator key is listed and closes nothing.
    await revokeOperatorKey(fixture.operatorDb, (await createOperatorKey(fixture.operatorDb, 'listed')).id);
    await startAudit(fixture.db, { actor: 'local', action: 'test.run' });
    const poison = (await (
      await post(`${at}/messages`, { text: 'poison', thread_id: 'poison' })
    ).json()) as Json;
    poisonId = String(poison.turn_id);
    await plantQuarantined(fixture.database, poisonId);
    thoughtId = await plantThought(fixture, fixture.agentId);
    await plantUsage(fixture, fixture.agentId);
    await plantLane(fixture, fixture.agentId);
    await fixture.database.admin(
      `insert into salience.workers (id, app, pid, host, version, state, capacity, running, started_at, seen_at)
       values ($1, 'digest', 1, 'h', '1', 'ready', 1, '["turn.digest/1"]', now(), now())`,
      [newId('worker')],
    );
    const [judged] = await fixture.database.admin<{ id: string }>(
      `with n as (insert into salience.notices (turn_id, agent_id, thread_id, source, created_at)
         select id, agent_id, thread_id, 'reminder', now() from salience.turns where id = $1)
       insert into salience.feedback (id, agent_id, target, value, given_by, created_at)
       select $2, agent_id, id, 1, 'person', now() from salience.turns where id = $1 returning target as id`,
      [turn.turn_id, newId('feedback')],
    );
    expect(judged?.id).toBe(turn.turn_id);
  });

  it('describes every route there is, each once, and for whom it is', () => {
    expect(routes).toHaveLength(allRoutes.length);
    expect(Object.keys(needs).sort()).toEqual([...routes].sort());
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, one]) => [
        `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
        one['x-needs'],
      ]),
    );
    expect(Object.fromEntries(described)).toEqual(needs);
  });

  it('is what the server gives, and refers to nothing that it lacks', async () => {
    expect(await (await fetch(`${at}/openapi.json`)).json()).toEqual(JSON.parse(JSON.stringify(document)));
    const names = [...JSON.stringify(document).matchAll(/#\/components\/schemas\/(\w+)/g)].map(
      (match) => match[1],
    );
    expect(new Set(names).size).toBeGreaterThan(10);
    for (const name of names) expect(Object.keys(document.components.schemas)).toContain(name);
    const ids = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map(
        (described) => (described as Described & { operationId: string }).operationId,
      ),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  const places = (path: string): Record<string, string> => ({
    turn: path.startsWith('/operator/quarantine') ? poisonId : turn.turn_id,
    thought: thoughtId,
    person: 'owner',
    thread: 'docs',
    agent: 'default',
    approval: approvalId,
    channel: channelId,
    schedule: scheduleId,
    item: exchangeId,
    request: path.includes('/policies') ? policyRequestId : forgetId,
    hook: hookId,
    task: taskId,
    module: 'reports',
    signal: signalId,
    activation: activationId,
    policy: 'fleet',
    version: '2',
    model: 'salience',
    file: path.startsWith('/assets/console') ? consoleScript : 'style.css',
    room: 'docs',
    message: 'claimed',
    server: '1',
  });
  const queries: Record<string, string> = {
    '/memory/search': '?q=bicycle',
    '/pfc/hand': '?channel=10',
    '/operator/quarantine': '?settled=true',
  };

  const reads = routes.filter((name) => name.startsWith('GET '));
  /** Whether a route only leads to another page. */
  const leads = (name: string) => routesByName.get(name)?.answers[302] !== undefined;
  const jsonOf = (name: string) => routesByName.get(name)?.answers[200]?.json !== undefined;
  /** Asks a route and finds what the document says of the answer. */
  const ask = async (name: string) => {
    const path = name.slice(4);
    const place = path.replace(/:(\w+)/g, (_all, part: string) => places(path)[part] ?? part);
    const abort = new AbortController();
    const url = `${at}${place}${queries[path] ?? ''}`;
    const response = await fetch(url, { headers: asPerson, signal: abort.signal });
    const described =
      document.paths[path.replace(/:(\w+)/g, '{$1}')]?.get?.responses[String(response.status)];
    const [type, content] = Object.entries(described?.content ?? {})[0] ?? [];
    return { response, type, schema: content?.schema ?? {}, leave: () => abort.abort() };
  };

  it.each(reads.filter(jsonOf))('%s answers what its schema says', async (name) => {
    const { response, schema } = await ask(name);
    expect(response.status).toBe(200);
    const body: unknown = await response.json();
    expect(checkerOf(schema).safeParse(body).error?.issues ?? []).toEqual([]);
    // A list that came back empty would prove nothing.
    expect((body as { items?: unknown[] }).items?.length).not.toBe(0);
  });

  const pages = reads.filter((name) => !jsonOf(name) && !leads(name));
  it.each(pages)('%s answers with the type it says', async (name) => {
    const { response, type, leave } = await ask(name);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain(type);
    leave();
  });

  it('names the problem that each closed route answers with', async () => {
    await createOperatorKey(fixture.operatorDb, 'closes');
    for (const name of routes) {
      const [method = '', path = ''] = name.split(' ');
      const place = path.replace(/:(\w+)/g, (_all, part: string) => places(path)[part] ?? part);
      const response = await rawRequest(`${keyed}${place}`, {
        method,
        headers: { 'content-type': 'application/json' },
        body: method === 'POST' ? (path === '/session' ? '{"code":"pc_wrong"}' : '{"key":"op_wrong"}') : '',
      });
      const described = document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
      expect([name, Object.keys(described?.responses ?? {})]).toEqual([
        name,
        expect.arrayContaining([String(response.status)]),
      ]);
      const route = routesByName.get(name);
      const open =
        route?.needs === 'nothing' && route.asksItself === undefined && !/^POST .*\/session$/.test(name);
      expect([name, response.status === 401]).toEqual([name, !open]);
      if (response.status !== 401 || path.startsWith('/v1/')) continue;
      const problem = described?.responses['401']?.content?.['application/problem+json'];
      expect(checkerOf(problem?.schema ?? {}).safeParse(JSON.parse(response.body)).error).toBeUndefined();
    }
  });

  it('knows every code that the server can answer with, and no other', () => {
    const folder = join(import.meta.dirname, '../src');
    const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('openapi'))
      .map((file) => readFileSync(join(folder, file), 'utf8'));
    // A status and a code, or a code on a line of its own, as every problem here is written.
    const written = sources.flatMap((source) =>
      [...source.matchAll(/(?:\d{3},\s*|code: )'([a-z]+(?:\.[a-z-]+)?)'/g)].map((match) => match[1] ?? ''),
    );
    const fixed = [
      'database.unavailable',
      'queues.unavailable',
      'limit.rate',
      'limit.open-turns',
      // The domain says these.
      'schedule.bad-time',
      'schedule.bad-rule',
    ];
    const known = new Set(
      [...JSON.stringify(document).matchAll(/"([a-z]+\.[a-z-]+|internal)"/g)].map((match) => match[1]),
    );
    const answered = new Set([...written.filter((code) => code !== 'not-ready'), ...fixed]);
    expect([...answered].filter((code) => !known.has(code))).toEqual([]);
    const documented = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).flatMap((described) =>
        [...JSON.stringify(described.responses).matchAll(/"code":\{"enum":(\[[^\]]*\])/g)].flatMap(
          (match) => JSON.parse(match[1] ?? '[]') as string[],
        ),
      ),
    );
    expect([...new Set(documented)].filter((code) => !answered.has(code))).toEqual([]);
  });
});

describe('our pages', () => {
  let fixture: Fixture;
  let at: string;

  beforeAll(async () => {
    fixture = await startFixture('postgres');
    ({ at } = await fixture.serve());
  });

  it.each(['/console', '/console/talk/new', '/docs', '/operator/sign-in'])(
    '%s loads nothing from elsewhere and has no script inside',
    async (path) => {
      const page = await rawRequest(at + path);
      expect(page.headers['content-security-policy']).toMatch(/default-src 'none';.*script-src 'self'/);
      expect(page.headers['content-security-policy']).not.toContain('unsafe');
      expect(page.body).not.toMatch(
        /https?:\/\/|<style|<script(?! (?:type="module" )?src="\/assets\/)| style="| on\w+="/,
      );
      const assets = [...page.body.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(
        (match) => match[1] ?? '',
      );
      expect(assets.length).toBeGreaterThan(1);
      for (const asset of assets)
        expect([asset, (await rawRequest(at + asset)).status]).toEqual([asset, 200]);
    },
  );

  it('begin at the console', async () => {
    const [start, page] = await Promise.all([rawRequest(`${at}/`), rawRequest(`${at}/console`)]);
    expect([start.status, start.body]).toEqual([200, page.body]);
    for (const [old, place] of [
      ['/routing', '/console/mind/routing'],
      ['/switchboard', '/console/rooms'],
    ] as const) {
      const { headers, status } = await rawRequest(at + old);
      expect([status, headers['location']]).toEqual([302, place]);
    }
  });

  it('come compressed where that is taken, and are good for ever under their name', async () => {
    const { body } = await rawRequest(`${at}/console`);
    const script = /src="(\/assets\/console\/main-[^"]+)"/.exec(body)?.[1] ?? '';
    const consoleName = script.slice('/assets/console/'.length);
    const plain = await rawRequest(at + script);
    for (const [accepted, encoding] of [
      ['gzip, deflate, br', 'br'],
      ['gzip', 'gzip'],
      ['br;q=0, gzip;q=0.5', 'gzip'],
      ['identity', undefined],
    ] as const) {
      const response = await fetch(at + script, { headers: { 'accept-encoding': accepted } });
      expect([accepted, response.headers.get('content-encoding') ?? undefined]).toEqual([accepted, encoding]);
      expect(response.headers.get('cache-control')).toContain('immutable');
      expect(response.headers.get('vary')).toBe('Accept-Encoding');
      expect(await response.text()).toBe(plain.body);
    }
    for (const file of ['index.html', 'main.js', `${consoleName}.br`, '..%2findex.html'])
      expect([file, (await rawRequest(`${at}/assets/console/${file}`)).status]).toEqual([file, 404]);
  });

  it('serve the files they are made of and no other', async () => {
    for (const path of ['/assets/package.json', '/assets/..%2fpages.ts', '/assets/__proto__', '/assets/']) {
      expect([path, (await rawRequest(at + path)).status]).toEqual([path, 404]);
    }
  });
});
