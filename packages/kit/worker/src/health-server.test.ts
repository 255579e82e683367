import { afterEach, describe, expect, it } from 'vitest';
import { serveHealth } from './health-server.ts';

let close: (() => Promise<void>) | undefined;
afterEach(() => close?.());

async function serve(stalled: string[], ready: boolean): Promise<string> {
  const server = await serveHealth(
    {
      stalled: () => stalled,
      unready: () => (ready ? [] : ['waiting for Postgres: no answer']),
      metricsText: () => Promise.resolve('up 1\n'),
      contentType: 'text/plain',
    },
    { host: '127.0.0.1', port: 0 },
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
});
