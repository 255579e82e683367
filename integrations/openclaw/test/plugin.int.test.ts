import { readFileSync } from 'node:fs';
import { until } from '@salience/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import plugin from '../src/plugin.ts';
import { readSettings } from '../src/settings.ts';
import { type FakeGateway, fakeGateway } from './fake-gateway.ts';
import { type FakePfc, fakePfc } from './fake-pfc.ts';

let pfc: FakePfc;
let gateway: FakeGateway;
const config = (more: Record<string, unknown> = {}) => ({
  url: pfc.url,
  token: 'sk_4711',
  selfNames: ['Sarah'],
  pollMs: 20,
  timeoutMs: 1_000,
  plainChannels: true,
  ...more,
});
beforeEach(async () => {
  pfc = await fakePfc();
  gateway = fakeGateway(config());
});
afterEach(async () => {
  await gateway.stop();
  await pfc.close();
});

describe('hearing', () => {
  it('tells the PFC of each message once, and one of a group that is not for the agent ends without a model call', async () => {
    expect(await gateway.receive({ content: 'What about the cache?', messageId: '8850' })).toBe('silent');
    expect(await gateway.receive({ content: 'What about the cache?', messageId: '8850' })).toBe('silent');
    expect(gateway.modelCalls).toEqual([]);
    expect(pfc.calls('POST /pfc/messages')).toMatchObject([
      {
        authorization: 'Bearer sk_4711',
        body: { id: '8850', channel: '10', author: 'Lance', mentioned: false, self: false, answer: false },
      },
    ]);
  });

  it('lets a message that names the agent, and every direct one, go its way', async () => {
    expect(await gateway.receive({ content: '@Sarah what do you think?', messageId: '1' })).toBe('answered');
    expect(await gateway.receive({ content: 'what do you think?', messageId: '2', wasMentioned: true })).toBe(
      'answered',
    );
    expect(await gateway.receive({ content: 'hello', messageId: '3', isGroup: false })).toBe('answered');
    expect(await gateway.receive({ content: '@Sarahs what?', messageId: '4' })).toBe('silent');
    expect(pfc.calls('POST /pfc/messages').map(({ body }) => body['mentioned'])).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it('tells of a mention that only the gateway sees, whichever hooks it has', async () => {
    const native = { content: '<@123> what do you think?', wasMentioned: true };
    const mentions = () => pfc.calls('POST /pfc/messages').map(({ body }) => [body['id'], body['mentioned']]);
    expect(await gateway.receive({ ...native, messageId: '1' })).toBe('answered');
    expect(await gateway.receive({ ...native, messageId: '2', observed: false })).toBe('answered');
    expect(mentions()).toEqual([
      ['1', true],
      ['2', true],
    ]);
  });

  it('hears in the end what a gateway only observes, and what waits when it stops', async () => {
    const ids = () => pfc.calls('POST /pfc/messages').map(({ body }) => body['id']);
    const observed = { content: 'just talking', claims: false, runs: false };
    await gateway.receive({ ...observed, messageId: '1' });
    await until(() => ids().length > 0, { what: 'what was observed alone' });
    await gateway.receive({ ...observed, messageId: '2' });
    await gateway.stop();
    expect(ids()).toEqual(['1', '2']);
  });

  it('silences by before_agent_reply where a channel has no inbound_claim, and no turn of another origin', async () => {
    expect(await gateway.receive({ content: 'just talking', messageId: '1', claims: false })).toBe('silent');
    expect(await gateway.beat()).toBe('answered');
    expect(gateway.modelCalls).toEqual(['Read HEARTBEAT.md and follow it.']);
  });

  it('never silences where that is set, and hears nevertheless', async () => {
    gateway = fakeGateway(config({ silence: 'never' }));
    expect(await gateway.receive({ content: 'just talking', messageId: '1' })).toBe('answered');
    expect(pfc.calls('POST /pfc/messages')).toHaveLength(1);
  });

  it('tells of its own message, which takes the hand down, and names a message without an id by what it is', async () => {
    await gateway.send('My view.');
    expect(pfc.calls('POST /pfc/messages').at(-1)?.body).toMatchObject({ id: 'sent-1', self: true });
    await gateway.receive({ content: 'no id' });
    await gateway.receive({ content: 'no id' });
    const ids = pfc.calls('POST /pfc/messages').map(({ body }) => String(body['id']));
    expect(ids.filter((id) => id.startsWith('h:'))).toHaveLength(1);
  });
});

describe('judging', () => {
  const judged = (decision: string) => ({ decision, reasoning: `Salience 0.2 → ${decision}`, action_id: 7 });

  it('evaluates a call before it is made, and tells how it went', async () => {
    expect(await gateway.callTool('web_search', { query: 'cache' })).toBeUndefined();
    expect(await gateway.callTool('web_search', { query: 'cache' }, 'no network')).toBeUndefined();
    expect(pfc.calls('POST /pfc/evaluate')[0]?.body).toMatchObject({
      action: 'web_search query cache',
      context: { kind: 'web_search', channel: '10', addressed: false },
    });
    const outcomes = pfc
      .calls('PATCH /pfc/actions/outcome')
      .map(({ body }) => [body['outcome'], body['notes']]);
    expect(outcomes).toEqual([
      ['succeeded', null],
      ['failed', 'no network'],
    ]);
  });

  it('blocks a call and cancels a message that are to be skipped', async () => {
    pfc.answer('POST /pfc/evaluate', judged('skip'));
    expect(await gateway.callTool('exec', { command: 'ls' })).toBe('Not worth it now: Salience 0.2 → skip');
    expect(await gateway.send('Hello again.')).toBe('Not worth it now: Salience 0.2 → skip');
    const outcomes = pfc.calls('PATCH /pfc/actions/outcome').map(({ body }) => body['outcome']);
    expect(outcomes).toEqual(['skipped', 'skipped']);
  });

  it('allows what is to be considered, or has a person asked', async () => {
    pfc.answer('POST /pfc/evaluate', judged('consider'));
    expect(await gateway.callTool('exec', { command: 'ls' })).toBeUndefined();
    gateway = fakeGateway(config({ onConsider: 'ask' }));
    expect(await gateway.callTool('exec', { command: 'ls' })).toBe('asked: Run exec?');
  });

  it('tells what was never ended when the turn ends', async () => {
    gateway = fakeGateway(config({ onConsider: 'ask' }));
    pfc.answer('POST /pfc/evaluate', judged('consider'));
    await gateway.callTool('exec', { command: 'ls' });
    await gateway.endTurn(false);
    expect(pfc.calls('PATCH /pfc/actions/outcome').map(({ body }) => body['outcome'])).toEqual(['failed']);
  });

  it('asks for named tools alone, and for no messages, where that is set', async () => {
    gateway = fakeGateway(config({ evaluateTools: ['exec'], evaluateMessages: false }));
    await gateway.callTool('web_search', { query: 'x' });
    await gateway.send('hello');
    await gateway.callTool('exec', { command: 'ls' });
    expect(pfc.calls('POST /pfc/evaluate').map(({ body }) => body['action'])).toEqual(['exec command ls']);
  });

  it('threat: what looks like a secret in a call stays in the gateway', async () => {
    await gateway.callTool('http', {
      url: 'https://x.test',
      authorization: 'Bearer 4712',
      apiKey: '4713',
      body: { a: '4714' },
    });
    expect(pfc.calls('POST /pfc/evaluate')[0]?.body['action']).toBe('http url https://x.test, body');
  });

  it('counts an action as asked for where the last message was for the agent', async () => {
    await gateway.receive({ content: '@Sarah search it', messageId: '1' });
    await gateway.callTool('web_search', { query: 'x' });
    expect(pfc.calls('POST /pfc/evaluate')[0]?.body['context']).toMatchObject({ addressed: true });
  });
});

describe('a PFC that is away', () => {
  it('changes nothing, and is said once', async () => {
    await pfc.close();
    expect(await gateway.receive({ content: 'What about the cache?', messageId: '1' })).toBe('answered');
    expect(await gateway.receive({ content: 'And now?', messageId: '2' })).toBe('answered');
    expect(await gateway.callTool('exec', { command: 'ls' })).toBeUndefined();
    expect(await gateway.send('hello')).toBeUndefined();
    await gateway.endTurn();
    expect(gateway.logs).toEqual([
      'salience-pfc: the PFC does not answer; the gateway goes on as without this plugin',
    ]);
    expect(JSON.stringify(gateway.logs)).not.toContain('4711');
  });

  it('that hangs holds up a hook for its time at most, and the next ones not at all', async () => {
    pfc.answer('POST /pfc/messages', 'hang');
    expect(await gateway.receive({ content: 'a', messageId: '1' })).toBe('answered');
    expect(await gateway.receive({ content: 'b', messageId: '2' })).toBe('answered');
    expect(pfc.calls('POST /pfc/messages')).toHaveLength(1);
  });

  it('that fails is away, and one that refuses is there', async () => {
    pfc.answer('POST /pfc/messages', 400);
    expect(await gateway.receive({ content: 'a', messageId: '1' })).toBe('answered');
    expect(gateway.logs).toEqual([]);
    pfc.answer('POST /pfc/messages', 503);
    expect(await gateway.receive({ content: 'b', messageId: '2' })).toBe('answered');
    expect(gateway.logs).toHaveLength(1);
  });
});

describe('the package', () => {
  const manifest = JSON.parse(readFileSync(new URL('../openclaw.plugin.json', import.meta.url), 'utf8')) as {
    readonly id: string;
    readonly configSchema: { readonly properties: Readonly<Record<string, unknown>> };
  };

  it('has the id of its manifest, whose settings are those that are read', () => {
    expect(plugin.id).toBe(manifest.id);
    expect(Object.keys(manifest.configSchema.properties).toSorted()).toEqual(
      Object.keys(readSettings()).toSorted(),
    );
  });

  it('comes before plugins that answer', () => {
    expect(gateway.priorities).toMatchObject({
      message_received: 100,
      inbound_claim: 100,
      before_agent_reply: 100,
    });
  });
});
