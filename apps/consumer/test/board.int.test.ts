import { beforeAll, describe, expect, it } from 'vitest';
import { queueNames, turnDigestJob } from '@salience/contracts';
import { newId } from '@salience/database';
import { createOperatorKey, listAudit } from '@salience/database/operators';
import { backends, until } from '@salience/testing';
import { post, rawRequest } from './support/event-stream.ts';
import { type Fixture, startFixture } from './support/fixture.ts';

interface BoardQueue {
  readonly name: string;
  readonly displayName: string;
  readonly isPaused: boolean;
  readonly counts: Record<string, number>;
}

describe.each(backends())('Bull Board on %s', (backend) => {
  let fixture: Fixture;
  let at: string;
  let key: string;

  beforeAll(async () => {
    fixture = await startFixture(backend);
    ({ at } = await fixture.serve({ host: '0.0.0.0', cacheMs: 0 }));
    ({ key } = await createOperatorKey(fixture.operatorDb, 'ops'));
  });

  const ask = (path: string, method = 'GET', headers: Record<string, string> = {}) =>
    rawRequest(`${at}/operator/board${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, ...headers },
    });
  const queues = async (): Promise<BoardQueue[]> =>
    (JSON.parse((await ask('/api/queues')).body) as { queues: BoardQueue[] }).queues;

  it('shows its page with everything from this server, under a policy that allows nothing else', async () => {
    const page = await ask('/');
    expect(page.status).toBe(200);
    expect(page.headers['content-security-policy']).toContain("script-src 'self'");
    expect(page.body).toContain('<base href="/operator/board/"');
    expect(page.body).not.toMatch(/(src|href)="https?:/);
    const scripts = [...page.body.matchAll(/(?:src|href)="(static\/[^"]+\.(?:js|css))"/g)].map(
      (match) => match[1],
    );
    expect(scripts.length).toBeGreaterThan(2);
    for (const script of scripts) expect((await ask(`/${script ?? ''}`)).status).toBe(200);
    expect((await ask('/static/../../package.json')).status).toBe(404);
  });

  it('shows every queue with its jobs, and the server behind them', async () => {
    await fixture.queues.enqueue(turnDigestJob, { agentId: fixture.agentId, threadId: newId('thread') });
    const found = await until(
      async () =>
        (await queues()).find((queue) => queue.displayName === 'turn-digest' && queue.counts.waiting === 1),
      { what: 'a waiting job' },
    );
    expect(found.isPaused).toBe(false);
    expect((await queues()).map((queue) => queue.displayName).sort()).toEqual(queueNames);
    expect(JSON.parse((await ask('/api/redis/stats')).body)).toMatchObject({ backend });
  });

  it('leaves an audit row of every change, with how it ended', async () => {
    const name = (await queues()).find((queue) => queue.displayName === 'memory-chunk')?.name ?? '';
    expect((await ask(`/api/queues/${name}/pause`, 'PUT')).status).toBe(200);
    expect((await queues()).find((queue) => queue.name === name)?.isPaused).toBe(true);
    expect((await ask(`/api/queues/${name}/resume`, 'PUT')).status).toBe(200);
    expect((await ask('/api/queues/no-such-queue/pause', 'PUT')).status).toBe(404);
    const rows = await until(
      async () => {
        const log = await listAudit(fixture.operatorDb, { limit: 10, action: 'board.put' });
        return log.length === 3 && log.every((row) => row.outcome !== 'started') ? log : undefined;
      },
      { what: 'three finished rows' },
    );
    expect(rows.map((row) => [row.actor, row.target, row.outcome])).toEqual([
      ['operator:ops', '/api/queues/no-such-queue/pause', 'refused'],
      ['operator:ops', `/api/queues/${name}/resume`, 'done'],
      ['operator:ops', `/api/queues/${name}/pause`, 'done'],
    ]);
  });

  it('is closed to everybody else, and leads a browser to the sign-in page', async () => {
    for (const method of ['GET', 'PUT', 'POST', 'PATCH', 'DELETE']) {
      const response = await rawRequest(`${at}/operator/board/api/queues`, { method });
      expect([method, response.status]).toEqual([method, 401]);
    }
    const browser = await rawRequest(`${at}/operator/board`, { headers: { accept: 'text/html,*/*' } });
    expect([browser.status, browser.headers.location]).toEqual([
      303,
      '/operator/sign-in?next=%2Foperator%2Fboard',
    ]);
    const session = await post(`${at}/operator/session`, { key });
    const cookie = session.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
    const page = await rawRequest(`${at}/operator/board`, { headers: { accept: 'text/html', cookie } });
    expect(page.status).toBe(200);
    const driven = await rawRequest(`${at}/operator/board/api/queues/pause`, {
      method: 'PUT',
      headers: { cookie, origin: 'https://evil.example' },
    });
    expect(driven.status).toBe(403);
  });
});
