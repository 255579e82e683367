import {
  type ActivationDetail,
  activationDetailSchema,
  activationViewSchema,
  feedbackViewSchema,
  type Id,
  pageSchema,
  problemSchema,
  type SignalDetail,
  signalDetailSchema,
  signalViewSchema,
  wokenSchema,
} from '@salience/contracts';
import { newId } from '@salience/database';
import { createAgent, createApiKey } from '@salience/database/agents';
import { holdActivation, loadLesson } from '@salience/database/signals';
import { loadTurns } from '@salience/database/turns';
import { backends, personToken } from '@salience/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { get, post } from './support/event-stream.ts';
import { type Fixture, startFixture } from './support/fixture.ts';
import { opens, plantJudgements, plantModule, plantSignals, tooLow } from './support/plant-signals.ts';

type Headers = Record<string, string>;

describe.each(backends())('signals over HTTP on %s', (backend) => {
  let fixture: Fixture;
  let at: string;
  let other: string;

  beforeAll(async () => {
    fixture = await startFixture(backend);
    ({ at } = await fixture.serve());
    ({ at: other } = await fixture.serve());
  });

  /** An agent of its own with the module of the folder, and what the holder of its key sends. */
  const agentOf = async (name: string, settings: Parameters<typeof createAgent>[1]['settings'] = {}) => {
    const { id } = await createAgent(fixture.operatorDb, {
      name: `${name}-${backend}`,
      persona: 'p',
      settings,
    });
    const { key } = await createApiKey(fixture.operatorDb, id, name);
    await plantModule(fixture, id);
    return { id, key, own: { authorization: `Bearer ${key}` } };
  };
  const refusal = async (response: Response) =>
    [response.status, problemSchema.parse(await response.json()).code] as const;
  const signal = async (id: string, own: Headers): Promise<SignalDetail> =>
    signalDetailSchema.parse(await (await get(`${at}/signals/${id}`, own)).json());
  const activation = async (id: string, own: Headers): Promise<ActivationDetail> =>
    activationDetailSchema.parse(await (await get(`${at}/activations/${id}`, own)).json());
  const activations = async (own: Headers, query = '') =>
    pageSchema(activationViewSchema).parse(await (await get(`${at}/activations${query}`, own)).json());

  /** An activation that is shown for a look, of one signal that was judged. */
  const shownOf = async (
    agent: Awaited<ReturnType<typeof agentOf>>,
    more: Parameters<typeof opens>[1] = {},
  ) => {
    const signals = await plantSignals(fixture, agent.id, [{}]);
    const [id] = await plantJudgements(
      fixture,
      agent.id,
      [{ ...tooLow, reason: 'explored', opens: 0 }],
      [opens(signals, { kind: 'look', state: 'shown', reason: 'explored', score: 0.42, ...more })],
    );
    return { id: id ?? '', signal: signals[0] ?? '' };
  };

  it('are listed latest first, page by page, and by source', async () => {
    const { id, own } = await agentOf('lists');
    const earlier = new Date(Date.now() - 60_000);
    const [first] = await plantSignals(fixture, id, [{ source: 'mail', location: 'ana@example.org' }], {
      now: earlier,
    });
    const [second, third] = await plantSignals(fixture, id, [{}, { own: true }]);
    const page = async (query: string) =>
      pageSchema(signalViewSchema).parse(await (await get(`${at}/signals${query}`, own)).json());
    const all = await page('');
    expect(all.items.map(({ signal_id: one }) => one).slice(-1)).toEqual([first]);
    expect(new Set(all.items.map(({ signal_id: one }) => one))).toEqual(new Set([first, second, third]));
    expect(all.next).toBeNull();
    const half = await page('?limit=2');
    expect(half.items).toEqual(all.items.slice(0, 2));
    expect((await page(`?limit=2&cursor=${half.next ?? ''}`)).items).toEqual(all.items.slice(2));
    expect((await page('?source=mail')).items).toMatchObject([
      {
        signal_id: first,
        source: 'mail',
        location: 'ana@example.org',
        delta_type: 'created',
        taken_at: earlier.toISOString(),
      },
    ]);
    expect(await refusal(await get(`${at}/signals?source=rumour`, own))).toEqual([422, 'query.invalid']);
  });

  it('say why: not judged yet, judged by nobody, declared by nobody', async () => {
    const { id, own } = await agentOf('why');
    const [waits] = await plantSignals(fixture, id, [{}]);
    const [nowhere] = await plantSignals(fixture, id, [{}], { clusters: [] });
    expect(await signal(waits ?? '', own)).toMatchObject({
      why: 'It waits to be judged.',
      judged: [],
      waits_for: ['papers'],
      features: { extension: '.pdf' },
    });
    expect((await signal(nowhere ?? '', own)).why).toBe('No module declares signals like it.');
    await fixture.database.admin("update salience.cluster_signals set judged = '[]' where agent_id = $1", [
      id,
    ]);
    expect(await signal(waits ?? '', own)).toMatchObject({
      why: 'No module of its clusters was there to judge it.',
      waits_for: [],
    });
  });

  it('say why for each module, with the parts of the score and what it opened', async () => {
    const agent = await agentOf('judged');
    const signals = await plantSignals(fixture, agent.id, [{}]);
    const woke = {
      ...tooLow,
      reason: 'woke',
      score: 0.9,
      rule: 0.8,
      learned: 0.95,
      version: 3,
      opens: 0,
    } as const;
    const [opened] = await plantJudgements(
      fixture,
      agent.id,
      [{ ...tooLow, module: 'zoo' }, woke],
      [opens(signals, { version: 3 })],
    );
    const detail = await signal(signals[0] ?? '', agent.own);
    expect(detail.why).toBe('reports: Its score 0.9 reaches the threshold 0.65, so the agent is asked.');
    expect(detail.judged).toEqual([
      {
        module: 'reports',
        cluster: 'papers',
        reason: 'woke',
        why: 'Its score 0.9 reaches the threshold 0.65, so the agent is asked.',
        score: 0.9,
        rule: 0.8,
        learned: 0.95,
        threshold: 0.65,
        version: 3,
        activation_id: opened,
        activation_state: 'open',
      },
      expect.objectContaining({
        module: 'zoo',
        why: 'Its score 0.42 is below the threshold 0.65.',
        activation_id: null,
        activation_state: null,
      }),
    ]);
    await fixture.database.admin('delete from salience.activations where id = $1', [opened]);
    expect((await signal(signals[0] ?? '', agent.own)).judged[0]).toMatchObject({
      activation_id: opened,
      activation_state: null,
    });
  });

  it('are of one agent', async () => {
    const mine = await agentOf('mine');
    const theirs = await agentOf('theirs');
    const { id, signal: one } = await shownOf(mine);
    expect(await refusal(await get(`${at}/signals/${one}`, theirs.own))).toEqual([404, 'signal.unknown']);
    expect(await refusal(await get(`${at}/activations/${id}`, theirs.own))).toEqual([
      404,
      'activation.unknown',
    ]);
    expect(await refusal(await post(`${at}/feedback`, { target: id, value: 1 }, theirs.own))).toEqual([
      404,
      'activation.unknown',
    ]);
    expect((await activations(theirs.own)).items).toEqual([]);
  });

  describe('activations', () => {
    it('show what would be asked, the window that was judged and the parts of the score', async () => {
      const agent = await agentOf('look');
      const { id, signal: one } = await shownOf(agent);
      const detail = await activation(id, agent.own);
      expect(detail.features).toMatchObject({ match: 1, place: 0, surprise: -0.5 });
      expect(detail).toMatchObject({
        cluster: 'papers',
        module: 'reports',
        candidates: ['reports'],
        kind: 'look',
        state: 'shown',
        reason: 'explored',
        why: 'Its score 0.42 is below the threshold 0.65; it is one of the few that are shown for a look.',
        count: 1,
        latest: { source: 'filesystem', location: '/srv/papers/may.pdf', delta_type: 'created' },
        question: null,
        would_ask: 'A file came: “/srv/papers/may.pdf”. Is it a report?',
        signals: [one],
        window: [{ location: '/srv/papers/may.pdf', burst: 0, surprise: 0 }],
        judged: [
          { module: 'reports', rule: 0.42, learned: null, activation_id: id, activation_state: 'shown' },
        ],
        label: null,
        choice: null,
        feedback: [],
      });
      // Without its module nobody asks, and a window that cannot be read is left out.
      await fixture.database.admin("update salience.modules set state = 'removed' where agent_id = $1", [
        agent.id,
      ]);
      await fixture.database.admin(
        `update salience.activations set "window" = '{}', signals = '[]', latest = '[]' where id = $1`,
        [id],
      );
      expect(await activation(id, agent.own)).toMatchObject({
        would_ask: null,
        window: [],
        judged: [],
        latest: null,
      });
    });

    it('show what was asked, and where', async () => {
      const agent = await agentOf('asked');
      const signals = await plantSignals(fixture, agent.id, [{}]);
      const [id] = await plantJudgements(fixture, agent.id, [tooLow], [opens(signals)]);
      const turnId = newId('turn');
      await fixture.database.admin(
        `update salience.activations set state = 'asked', turn_id = $2, asked_at = now(), heard_at = now(), question = 'Is it?', "values" = '{"location": "x"}' where id = $1`,
        [id, turnId],
      );
      expect(await activation(id ?? '', agent.own)).toMatchObject({
        state: 'asked',
        question: 'Is it?',
        values: { location: 'x' },
        would_ask: null,
        turn_id: turnId,
        asked_at: expect.any(String),
        heard_at: expect.any(String),
      });
    });

    it('are listed latest first, page by page, and by kind, state, module and label', async () => {
      const agent = await agentOf('pages');
      const look = await shownOf(agent);
      const signals = await plantSignals(fixture, agent.id, [{}]);
      const [wake] = await plantJudgements(fixture, agent.id, [tooLow], [opens(signals)]);
      const idsOf = async (query: string) =>
        (await activations(agent.own, query)).items.map(({ activation_id: id }) => id);
      expect(await idsOf('')).toEqual([wake, look.id]);
      expect(await idsOf('?kind=look')).toEqual([look.id]);
      expect(await idsOf('?state=open')).toEqual([wake]);
      expect(await idsOf('?module=reports&limit=1')).toEqual([wake]);
      expect(await idsOf('?module=other')).toEqual([]);
      const { next } = await activations(agent.own, '?limit=1');
      expect(await idsOf(`?limit=1&cursor=${next ?? ''}`)).toEqual([look.id]);
      await post(`${at}/feedback`, { target: look.id, value: 1 }, agent.own);
      expect(await idsOf('?unlabelled=true')).toEqual([wake]);
      expect(await idsOf('?unlabelled=false')).toEqual([wake, look.id]);
      await holdActivation(
        fixture.database.connect('salience_pulse_sensor'),
        agent.id,
        wake as Id<'activation'>,
        { state: 'dropped', reason: 'paused' },
      );
      expect((await activations(agent.own, '?state=dropped')).items).toMatchObject([
        { activation_id: wake, why: 'Its module was removed or paused before it was due.' },
      ]);
    });

    it('are labelled by feedback, the latest of each giver counts, and the cluster has more to learn from', async () => {
      const agent = await agentOf('labels');
      const { id } = await shownOf(agent);
      const said = await post(`${at}/feedback`, { target: id, value: -1, note: 'not now' }, agent.own);
      expect(said.status).toBe(200);
      const view = feedbackViewSchema.parse(await said.json());
      expect(view).toMatchObject({
        target: id,
        value: -1,
        note: 'not now',
        given_by: expect.stringMatching(/^agent-key:/),
      });
      expect(await activation(id, agent.own)).toMatchObject({
        label: 0,
        labelled_by: view.given_by,
        feedback: [view],
      });
      const again = feedbackViewSchema.parse(
        await (await post(`${other}/feedback`, { target: id, value: 0.5 }, agent.own)).json(),
      );
      expect(again).toMatchObject({ feedback_id: view.feedback_id, value: 0.5, note: null });
      expect(await activation(id, agent.own)).toMatchObject({ label: 0.75, feedback: [again] });
      const listed = await get(`${at}/feedback?target=${id}`, agent.own);
      expect(pageSchema(feedbackViewSchema).parse(await listed.json()).items).toEqual([again]);
      const lesson = await loadLesson(fixture.database.connect('salience_pulse_sensor'), {
        agentId: agent.id,
        cluster: 'papers',
        limit: 10,
        scores: 10,
      });
      expect(lesson).toMatchObject({ labels: 2, activations: [{ id, label: 0.75 }] });
    });

    it('that asked about several modules take the one that was meant, and no other', async () => {
      const agent = await agentOf('chooses');
      const { id } = await shownOf(agent, {
        module: null,
        candidates: ['reports', 'bills'],
        reason: 'ambiguous',
      });
      const give = (body: object) => post(`${at}/feedback`, { target: id, value: 1, ...body }, agent.own);
      expect(await refusal(await give({ choice: 'zoo' }))).toEqual([422, 'feedback.choice']);
      expect((await give({ choice: 'bills' })).status).toBe(200);
      expect(await activation(id, agent.own)).toMatchObject({
        module: null,
        label: 1,
        choice: 'bills',
        would_ask: null,
      });
      const turn = { target: newId('turn'), choice: 'bills' };
      expect(await refusal(await give(turn))).toEqual([422, 'feedback.choice']);
    });

    it('that are still open cannot be judged, nor those that there are not', async () => {
      const agent = await agentOf('early');
      const signals = await plantSignals(fixture, agent.id, [{}]);
      const [open] = await plantJudgements(fixture, agent.id, [tooLow], [opens(signals)]);
      const give = (target: string, value = 1) => post(`${at}/feedback`, { target, value }, agent.own);
      expect(await refusal(await give(open ?? ''))).toEqual([409, 'activation.open']);
      expect(await refusal(await give(newId('activation')))).toEqual([404, 'activation.unknown']);
      expect(await refusal(await give(open ?? '', 2))).toEqual([422, 'body.invalid']);
      expect(await refusal(await give(newId('signal')))).toEqual([422, 'body.invalid']);
    });
  });

  describe('POST /hooks/wake', () => {
    const wake = (body: object, headers: Headers, url = at) => post(`${url}/hooks/wake`, body, headers);
    const woken = async (response: Response) => {
      expect(response.status).toBe(202);
      return wokenSchema.parse(await response.json());
    };
    const noticesOf = (turn: string) =>
      fixture.database.admin('select 1 from salience.notices where turn_id = $1', [turn]);

    it('begins a turn that is trusted as external, in the thread that was used last, and tells of it', async () => {
      const { id, own } = await agentOf('wakes');
      const alone = await woken(await wake({ text: ' The oven is hot. ' }, own));
      expect((await loadTurns(fixture.db, id, [alone.turn_id]))[0]).toMatchObject({
        text: 'The oven is hot.',
        source: 'pulse',
        trust: 'external',
        state: 'pending',
      });
      expect(await noticesOf(alone.turn_id)).toHaveLength(1);
      // The thread of wakes is nobody's: the next one goes there only while nobody has spoken.
      expect((await woken(await wake({ text: 'It is hotter.' }, own))).thread_id).toBe(alone.thread_id);
      const spoken = await post(`${at}/messages`, { text: 'Hello.' }, own);
      const { thread_id: thread } = (await spoken.json()) as { thread_id: string };
      expect((await woken(await wake({ text: 'It burns.' }, own))).thread_id).toBe(thread);
    });

    it('tells nobody in mode next-heartbeat', async () => {
      const { own } = await agentOf('quiet');
      const { turn_id: turn } = await woken(
        await wake({ text: 'A leaf fell.', mode: 'next-heartbeat' }, own),
      );
      expect(await noticesOf(turn)).toEqual([]);
    });

    it('takes the token in the header of OpenClaw too, and no wrong one (law 4: one turn for one key)', async () => {
      const { key, own } = await agentOf('claw');
      const headers = { 'content-type': 'application/json', 'idempotency-key': 'oven-1' };
      const claw = (token: string, url = at, more: Headers = {}) =>
        fetch(`${url}/hooks/wake`, {
          method: 'POST',
          headers: { ...headers, 'x-openclaw-token': token, ...more },
          body: JSON.stringify({ text: 'The oven is hot.' }),
        });
      const first = await woken(await claw(key));
      const all = await Promise.all([
        claw(key, other),
        claw(key),
        wake({ text: 'x' }, { ...own, ...headers }, other),
      ]);
      for (const response of all) expect(await woken(response)).toEqual(first);
      expect((await claw('sk_wrong')).status).toBe(401);
      expect((await claw('')).status).toBe(401);
      // It never stands above Authorization.
      expect((await claw(key, at, { authorization: 'Bearer sk_wrong' })).status).toBe(401);
      expect((await claw(personToken, at, { 'idempotency-key': 'oven-2' })).status).toBe(202);
      // No other route takes it.
      expect((await fetch(`${at}/hooks`, { headers: { 'x-openclaw-token': key } })).status).toBe(401);
    });

    it('begins one turn for the same text in a minute of the clock', async () => {
      const { own } = await agentOf('repeats');
      let now = new Date('2026-05-04T12:00:01Z');
      const { at: url } = await fixture.serve({ clock: { now: () => Promise.resolve(now) } });
      const first = await woken(await wake({ text: 'Again.' }, own, url));
      expect(await woken(await wake({ text: 'Again.' }, own, url))).toEqual(first);
      expect(await woken(await wake({ text: 'And again.' }, own, url))).not.toEqual(first);
      now = new Date('2026-05-04T12:01:00Z');
      expect(await woken(await wake({ text: 'Again.' }, own, url))).not.toEqual(first);
    });

    it('takes so many in a minute: sixty, or what the agent’s settings say', async () => {
      // As the process passes on limits that nobody has set.
      const { at: url } = await fixture.serve({
        turnLimits: { turnsPerMinute: undefined, openTurns: undefined },
      });
      const keyed = (key: string, own: Headers) =>
        wake({ text: 'Again.' }, { ...own, 'idempotency-key': key }, url);
      const few = await agentOf('few', { limits: { turnsPerMinute: 2 } });
      const first = await woken(await keyed('a', few.own));
      await woken(await keyed('b', few.own));
      const limited = await keyed('c', few.own);
      expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await refusal(limited)).toEqual([429, 'wake.limit']);
      // One that began before is never limited.
      expect(await woken(await keyed('a', few.own))).toEqual(first);
      // Of a key a hash is kept: whom it names may be forgotten.
      const kept = 'call-from-merrow';
      await woken(await keyed(kept, (await agentOf('named')).own));
      const rows = 'select idempotency_key || request_hash as kept from salience.turns where source = $1';
      const keys = await fixture.database.admin<{ kept: string }>(rows, ['pulse']);
      expect(keys.length).toBeGreaterThan(0);
      expect(JSON.stringify(keys)).not.toContain(kept);
      expect(await refusal(await keyed('reminder:x', few.own))).toEqual([422, 'idempotency.key-invalid']);
      const many = await agentOf('many');
      const answers = await Promise.all(Array.from({ length: 70 }, (_, n) => keyed(`k${n}`, many.own)));
      const refused = answers.filter(({ status }) => status === 429).length;
      // While they come, one more fits each second.
      expect(refused).toBeGreaterThan(0);
      expect(refused).toBeLessThanOrEqual(10);
    });

    it('refuses what is no wake, and is no hook', async () => {
      const { own } = await agentOf('bad');
      for (const body of [{}, { text: ' ' }, { text: 'x', mode: 'later' }, { text: 'x', extra: 1 }])
        expect(await refusal(await wake(body, own))).toEqual([422, 'body.invalid']);
      expect(await refusal(await get(`${at}/hooks/wake`, own))).toEqual([405, 'method.unknown']);
      expect((await fetch(`${at}/hooks/wake`, { method: 'POST' })).status).toBe(401);
    });
  });
});
