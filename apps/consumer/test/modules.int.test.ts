import {
  limbicModelViewSchema,
  moduleViewSchema,
  pageSchema,
  problemSchema,
  type RegisteredModule,
  registeredModuleSchema,
  senseSignal,
  simulationViewSchema,
} from '@salience/contracts';
import { createAgent, createApiKey } from '@salience/database/agents';
import { setBreaker } from '@salience/database/signals';
import { asPerson, backends, until } from '@salience/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { get, post } from './support/event-stream.ts';
import { type Fixture, startFixture } from './support/fixture.ts';
import { plantModel, plantModule, plantSignals, watchesFolder } from './support/plant-signals.ts';

type Headers = Record<string, string>;

describe.each(backends())('modules over HTTP on %s', (backend) => {
  let fixture: Fixture;
  let at: string;
  let other: string;

  beforeAll(async () => {
    fixture = await startFixture(backend);
    ({ at } = await fixture.serve());
    ({ at: other } = await fixture.serve());
  });

  const named = (name: string, more: object = {}) => ({ ...watchesFolder, module_id: name, ...more });
  const add = async (body: object, headers: Headers = {}): Promise<RegisteredModule> => {
    const response = await post(`${at}/modules`, body, headers);
    expect([200, 201]).toContain(response.status);
    return registeredModuleSchema.parse(await response.json());
  };
  const send = (method: string, path: string, body?: object, headers: Headers = {}) =>
    fetch(`${at}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...asPerson, ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const change = (name: string, body: object, headers: Headers = {}) =>
    send('PATCH', `/modules/${name}`, body, headers);
  const refusal = async (response: Response) => {
    const { code, detail } = problemSchema.parse(await response.json());
    return { status: response.status, code, detail };
  };
  const shown = async (name: string, headers: Headers = {}) =>
    moduleViewSchema.parse(await (await get(`${at}/modules/${name}`, headers)).json());
  /** An agent of its own, its key, and what its person sends. */
  const agentOf = async (name: string) => {
    const { id } = await createAgent(fixture.operatorDb, {
      name: `${name}-${backend}`,
      persona: 'p',
      settings: {},
    });
    const { key } = await createApiKey(fixture.operatorDb, id, name);
    return { id, key, own: { ...asPerson, 'x-agent': `${name}-${backend}` } };
  };

  it('threat: the holder of an agent’s key has no files and nothing of this machine sensed', async () => {
    const { key } = await agentOf('machine');
    const holder = { authorization: `Bearer ${key}` };
    for (const signal_priors of [{ filesystem: { watch_directories: ['/etc'] } }, { host: {} }])
      expect(
        await refusal(
          await send(
            'POST',
            '/modules',
            named('etc', { signal_priors, question_template: 'What of {location}?' }),
            holder,
          ),
        ),
      ).toMatchObject({ status: 403, code: 'module.local' });
    const own = named('facts', { signal_priors: { memory: { watch_namespaces: ['fact'] } } });
    expect((await send('POST', '/modules', own, holder)).status).toBe(201);
  });

  it('are registered once by name, and told to pulse-sensor', async () => {
    const heard: string[] = [];
    const stop = await fixture.queues.signals.listen(senseSignal, (about) => heard.push(about));
    try {
      await until(
        async () => {
          await fixture.queues.signals.send(senseSignal, 'probe');
          return heard.includes('probe');
        },
        { what: 'the listener' },
      );
      const response = await post(`${at}/modules`, named('told'));
      expect(response.status).toBe(201);
      expect(response.headers.get('location')).toBe('/modules/told');
      const made = registeredModuleSchema.parse(await response.json());
      expect(made).toMatchObject({
        name: 'told',
        cluster: 'papers',
        version: '1',
        state: 'active',
        outcome: 'new',
        threshold: null,
        breaker_until: null,
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        fingerprint: {
          cooldown_seconds: 30,
          signal_priors: { filesystem: { deltas: ['created', 'renamed'] } },
        },
      });
      await until(() => heard.includes(fixture.agentId), { what: 'the hint' });
      const { outcome: _new, ...view } = made;
      expect(await shown('told')).toEqual(view);
    } finally {
      await stop();
    }
  });

  it('are the same however their fields are ordered, and others where one differs', async () => {
    const first = await add(named('twice'));
    const { signal_priors: priors, ...rest } = named('twice');
    const again = await post(`${other}/modules`, { signal_priors: priors, ...rest });
    expect(again.status).toBe(200);
    expect(await again.json()).toEqual({ ...first, outcome: 'same' });
    const changed = await add(named('twice', { cooldown_seconds: 300 }));
    expect(changed).toMatchObject({ outcome: 'changed', created_at: first.created_at });
    expect(changed.hash).not.toBe(first.hash);
  });

  it('are one of a name, also at once and on two replicas', async () => {
    const answers = await Promise.all(
      [at, other, at, other].map((url) => post(`${url}/modules`, named('race'))),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 200, 201]);
  });

  it('are refused with what is wrong with them, field by field', async () => {
    const refused = await refusal(await post(`${at}/modules`, { ...watchesFolder, cluster: 7 }));
    expect(refused).toMatchObject({ status: 422, code: 'module.invalid' });
    expect(refused.detail).toContain('cluster');
    expect(
      (await refusal(await post(`${at}/modules`, named('x', { question_template: '{nothing}' })))).code,
    ).toBe('module.invalid');
    expect(await refusal(await post(`${at}/modules`, []))).toMatchObject({
      status: 422,
      code: 'body.invalid',
    });
  });

  it('are at most a hundred, and those that are there can still be changed', async () => {
    const { id, own } = await agentOf('many');
    for (let at = 0; at < 100; at += 1) await plantModule(fixture, id, named(`many-${at}`));
    expect(await refusal(await post(`${at}/modules`, named('one-more'), own))).toMatchObject({
      status: 409,
      code: 'module.max',
    });
    expect(await add(named('many-7', { version: '2' }), own)).toMatchObject({ outcome: 'changed' });
  });

  it('pause and resume, which ends the pause of those that were of no use', async () => {
    await add(named('pauses'));
    const paused = await change('pauses', { state: 'paused' });
    expect(moduleViewSchema.parse(await paused.json())).toMatchObject({ state: 'paused' });
    const [row] = await fixture.database.admin<{ id: string }>(
      "select id from salience.modules where name = 'pauses'",
    );
    const until = new Date(Date.now() + 3_600_000);
    await setBreaker(
      fixture.database.connect('salience_pulse_sensor'),
      fixture.agentId,
      row?.id as Parameters<typeof setBreaker>[2],
      until,
    );
    expect(await shown('pauses')).toMatchObject({ state: 'paused', breaker_until: until.toISOString() });
    await change('pauses', { state: 'active' });
    expect(await shown('pauses')).toMatchObject({ state: 'active', breaker_until: null });
  });

  it('have the threshold that a person sets, until it is taken back; no other number is one', async () => {
    await add(named('line'));
    expect((await change('line', { threshold: 0 })).status).toBe(200);
    expect((await change('line', { threshold: 0.8 })).status).toBe(200);
    for (const threshold of [1.5, -0.1])
      expect(await refusal(await change('line', { threshold }))).toEqual({
        status: 422,
        code: 'module.threshold',
        detail: `threshold must be in [0.0, 1.0], got ${threshold}`,
      });
    expect(await refusal(await change('line', { threshold: 'high' }))).toMatchObject({
      code: 'body.invalid',
    });
    expect(await refusal(await change('line', {}))).toMatchObject({ code: 'body.invalid' });
    expect(await refusal(await change('line', { state: 'removed' }))).toMatchObject({ code: 'body.invalid' });
    expect((await shown('line')).threshold).toBe(0.8);
    // A threshold stays where only the state changes.
    await change('line', { state: 'paused' });
    expect((await shown('line')).threshold).toBe(0.8);
    expect(
      moduleViewSchema.parse(await (await change('line', { threshold: null })).json()).threshold,
    ).toBeNull();
  });

  it('are gone once they are removed, and their name is free', async () => {
    await add(named('goes'));
    const removed = await send('DELETE', '/modules/goes');
    expect(moduleViewSchema.parse(await removed.json()).state).toBe('removed');
    for (const response of [
      await get(`${at}/modules/goes`),
      await change('goes', { state: 'active' }),
      await send('DELETE', '/modules/goes'),
      await get(`${at}/modules/goes/models`),
      await send('POST', '/modules/goes/models', { version: 0 }),
      await get(`${at}/modules/no%20name`),
    ])
      expect(await refusal(response)).toMatchObject({ status: 404, code: 'module.unknown' });
    expect(await add(named('goes'))).toMatchObject({ outcome: 'new' });
  });

  it('go back to an earlier model, or to the rule', async () => {
    const { id, own } = await agentOf('models');
    await plantModule(fixture, id);
    for (const version of [1, 2]) await plantModel(fixture, id, version);
    const versions = async (response: Response) =>
      pageSchema(limbicModelViewSchema)
        .parse(await response.json())
        .items.map(({ active, version }) => `${version}${active ? ' scores' : ''}`);
    const listed = await get(`${at}/modules/reports/models`, own);
    expect(await versions(listed)).toEqual(['2 scores', '1']);
    const choose = (version: number) => send('POST', '/modules/reports/models', { version }, own);
    expect(await versions(await choose(1))).toEqual(['2', '1 scores']);
    expect(await versions(await choose(0))).toEqual(['2', '1']);
    expect(await refusal(await choose(3))).toMatchObject({ status: 404, code: 'module.no-version' });
    expect(await refusal(await choose(-1))).toMatchObject({ status: 422, code: 'body.invalid' });
  });

  it('are of one agent', async () => {
    const { own } = await agentOf('apart');
    await add(named('mine'));
    expect((await get(`${at}/modules/mine`, own)).status).toBe(404);
    expect((await change('mine', { state: 'paused' }, own)).status).toBe(404);
    const { items } = pageSchema(moduleViewSchema).parse(await (await get(`${at}/modules`, own)).json());
    expect(items).toEqual([]);
    const mine = pageSchema(moduleViewSchema).parse(await (await get(`${at}/modules`)).json()).items;
    const names = mine.map(({ name }) => name);
    expect(names).toContain('mine');
    expect(names).toEqual(names.toSorted());
  });

  it('are simulated with the signals that are stored, by name or before they are registered; nothing is written', async () => {
    const { id, own } = await agentOf('simulates');
    await plantModule(fixture, id);
    const now = Date.now();
    const days = (ago: number) => new Date(now - ago * 86_400_000);
    await plantSignals(fixture, id, [{ location: '/srv/papers/old.pdf' }], { now: days(9) });
    await plantSignals(fixture, id, [{}, { location: '/srv/other/x.pdf' }], { now: days(2) });
    await plantSignals(fixture, id, [{ location: '/srv/papers/june.pdf' }, { own: true }], { now: days(1) });
    const simulate = async (body: object) => {
      const response = await post(`${at}/pulse/simulate`, body, own);
      expect(response.status).toBe(200);
      return simulationViewSchema.parse(await response.json());
    };
    const before = await fixture.database.admin('select * from salience.clusters order by agent_id, cluster');
    const week = await simulate({ module: 'reports' });
    expect(week).toMatchObject({
      module: 'reports',
      days: 7,
      threshold: 0.65,
      signals: 4,
      routed: 3,
      passed: 2,
      wakes: 2,
    });
    expect(week.wakes_per_day).toBeCloseTo(2 / 7);
    expect(week.examples.map(({ location }) => location)).toEqual([
      '/srv/papers/june.pdf',
      '/srv/papers/may.pdf',
    ]);
    expect(week.examples[0]?.question).toContain('june.pdf');
    expect(await simulate({ module: 'reports', days: 30 })).toMatchObject({ signals: 5, wakes: 3 });
    expect(await simulate({ module: 'reports', threshold: 0.99 })).toMatchObject({
      threshold: 0.99,
      wakes: 0,
    });
    await change('reports', { threshold: 0.95 }, own);
    expect(await simulate({ module: 'reports' })).toMatchObject({ threshold: 0.95, wakes: 0 });
    const unknown = named('unknown', {
      signal_priors: { filesystem: { watch_directories: ['/srv/other'] } },
    });
    expect(await simulate({ fingerprint: unknown })).toMatchObject({ module: 'unknown', routed: 1 });
    expect(
      await fixture.database.admin('select * from salience.clusters order by agent_id, cluster'),
    ).toEqual(before);
    for (const [body, code] of [
      [{ module: 'unknown' }, 'module.unknown'],
      [{ fingerprint: {} }, 'module.invalid'],
      [{ module: 'reports', threshold: 2 }, 'module.threshold'],
      [{ module: 'reports', days: 91 }, 'body.invalid'],
      [{ module: 'reports', fingerprint: unknown }, 'body.invalid'],
      [{}, 'body.invalid'],
    ] as const)
      expect((await refusal(await post(`${at}/pulse/simulate`, body, own))).code).toBe(code);
  });

  it('reads at most ten thousand signals, and says since when', async () => {
    const { id, own } = await agentOf('flood');
    await plantModule(fixture, id);
    const now = new Date(Date.now() - 3_600_000);
    const first = new Date(now.getTime() - 3_600_000);
    await plantSignals(fixture, id, [{ location: '/srv/papers/first.pdf' }], { now: first });
    await fixture.database.admin(
      `insert into salience.signals (id, agent_id, source, external_id, location, delta_type, magnitude, features, at, taken_at)
       select 'sig_' || lpad(to_hex(n), 32, '0'), $1, 'filesystem', 'f' || n, '/srv/papers/a.tmp', 'created', 1, '{}', $2, $2
       from generate_series(1, 10000) n`,
      [id, now],
    );
    const response = await post(`${at}/pulse/simulate`, { module: 'reports' }, own);
    const view = simulationViewSchema.parse(await response.json());
    expect(view).toMatchObject({ signals: 10_000, since: now.toISOString(), wakes: 0 });
    expect(view.days).toBeLessThan(1);
  });
});
