import { randomUUID } from 'node:crypto';
import { createApiKey } from '@salience/database/agents';
import { backends, until } from '@salience/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { openStream, post } from './support/event-stream.ts';
import { type Fixture, startFixture } from './support/fixture.ts';
import { HandDigest } from './support/hand-digest.ts';

describe('a turn that is asked for over MCP', () => {
  let fixture: Fixture;
  let digest: HandDigest;
  let key: string;

  beforeAll(async () => {
    fixture = await startFixture(backends()[0] ?? 'postgres');
    digest = new HandDigest(fixture);
    ({ key } = await createApiKey(fixture.operatorDb, fixture.agentId, 'mcp', {}));
  });

  const ask = (at: string, thread: string, headers: Record<string, string> = {}) => {
    const params = { name: 'ask', arguments: { text: 'Where does Ana live?', thread } };
    return post(
      `${at}/mcp`,
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
      {
        authorization: `Bearer ${key}`,
        accept: 'application/json, text/event-stream',
        ...headers,
      },
    ).then((response) => response.text());
  };

  it('is waited for however long it takes: over streams that end as detached', async () => {
    const { at } = await fixture.serve({ intervals: { detachMs: 60 } });
    const told = ask(at, 'slow');
    const threadId = await fixture.threadOf('slow');
    const taken = await digest.claim(threadId);
    // Each of these streams begins after that of the tool, and lasts as long.
    for (let stream = 1; stream <= 3; stream++) {
      const own = await openStream(`${at}/turns/${taken.turn.id}/events`);
      await own.ended;
      expect(own.types.at(-1)).toBe('detached');
    }
    await digest.end(taken, { text: 'In Porto.' });
    expect(await told).toContain('"reply":"In Porto."');
  });

  it('belongs to the trace of the request', async () => {
    const { at } = await fixture.serve();
    const traceId = randomUUID().replaceAll('-', '');
    const told = ask(at, 'traced', { traceparent: `00-${traceId}-${'cd'.repeat(8)}-01` });
    const threadId = await fixture.threadOf('traced');
    const taken = await until(() => digest.claim(threadId), { what: 'its turn', everyMs: 5 });
    expect(taken.turn.traceparent).toContain(traceId);
    await digest.end(taken, { text: 'Here.' });
    expect(await told).toContain('"reply":"Here."');
  });
});
