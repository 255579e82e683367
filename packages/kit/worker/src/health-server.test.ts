import { request } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { serveHealth } from './health-server.ts';

let close: (() => Promise<void>) | undefined;
afterEach(() => close?.());

/** The status of a request with headers that fetch does not let anybody set. */
function statusOf(url: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { headers }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0));
    });
    asked.once('error', reject).end();
  });
}

async function serve(stalled: string[], ready: boolean, host = '127.0.0.1'): Promise<string> {
  const server = await serveHealth(
    {
      stalled: () => stalled,
      unready: () => (ready ? [] : ['waiting for Postgres: no answer']),
      exposition: (accept) => Promise.resolve({ contentType: accept ?? 'none', text: 'up 1\n' }),
    },
    { host, port: 0 },
  );
  close = () => server.close();
  return `http://127.0.0.1:${server.port}`;
}

describe('the health server', () => {
  it('is green while the loops make progress', async () => {
    const url = await serve([], true);
    expect((await fetch(`${url}/health`)).status).toBe(200);
    expect((await fetch(`${url}/ready`)).status).toBe(200);
    expect(await (await fetch(`${url}/metrics`)).text()).toBe('up 1\n');
    expect((await fetch(`${url}/other`)).status).toBe(404);
  });

  it('is red when a loop stalls, and says which', async () => {
    const url = await serve(['turn-digest: nothing done for 40 s while 3 jobs wait'], true);
    const response = await fetch(`${url}/health`);
    expect(response.status).toBe(503);
    expect(await response.json()).toEqual({
      live: false,
      stalled: ['turn-digest: nothing done for 40 s while 3 jobs wait'],
    });
  });

  it('is not ready before the worker is, and says why', async () => {
    const url = await serve([], false);
    const response = await fetch(`${url}/ready`);
    expect(response.status).toBe(503);
    expect(await response.json()).toEqual({ ready: false, reasons: ['waiting for Postgres: no answer'] });
  });

  it.each([
    ['a page that rebound its name', { host: 'evil.example' }],
    ['a name that only begins like ours', { host: '127.0.0.1.evil.example' }],
    ['a page of another site', { origin: 'https://evil.example' }],
    ['a page in the background', { 'sec-fetch-site': 'cross-site' }],
    ['a page of another port', { 'sec-fetch-site': 'same-site' }],
  ])('threat: the metrics of a worker are not given to %s', async (_what, headers) => {
    const url = await serve([], true);
    for (const path of ['/health', '/ready', '/metrics'])
      expect([path, await statusOf(url + path, headers as Record<string, string>)]).toEqual([path, 403]);
    // Prometheus, a probe, and a person who types the address.
    for (const good of [{}, { host: 'localhost:9464' }, { host: '[::1]' }, { 'sec-fetch-site': 'none' }])
      expect(await statusOf(`${url}/metrics`, good as Record<string, string>)).toBe(200);
  });

  it('answers to any name where others are meant to reach it, but to no page', async () => {
    const url = await serve([], true, '0.0.0.0');
    expect(await statusOf(`${url}/metrics`, { host: 'digest:9464' })).toBe(200);
    expect(await statusOf(`${url}/metrics`, { host: 'digest:9464', 'sec-fetch-site': 'cross-site' })).toBe(
      403,
    );
  });
});
