import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const code = `pc_${'c'.repeat(43)}`;

describe('the code of an address', () => {
  let asked: { url: string; address: string; body: string }[] = [];
  let status = 201;

  beforeEach(() => {
    asked = [];
    status = 201;
    const address = new URL(`http://127.0.0.1:1/console?a=b#code=${code}`);
    // As much of a browser as signing in touches.
    vi.stubGlobal('location', address);
    vi.stubGlobal('history', {
      replaceState: (_state: unknown, _title: string, path: string) =>
        (address.href = `http://127.0.0.1:1${path}`),
    });
    vi.stubGlobal('fetch', async (url: string, init: { body?: string } = {}) => {
      asked.push({ url, address: address.href, body: init.body ?? '' });
      const problem = { code: 'person.required', detail: 'This code was used.' };
      return new Response(JSON.stringify(status === 201 ? { actor: 'person', seconds: 1 } : problem), {
        status,
      });
    });
  });
  afterEach(() => vi.unstubAllGlobals());

  it('threat: goes from the address of the page before it is sent, and is sent to nobody else', async () => {
    const { codeRefusal, takeCode } = await import('./sign-in-code.ts');
    expect(await takeCode()).toBe(true);
    expect(asked).toEqual([
      { url: '/session', address: 'http://127.0.0.1:1/console?a=b', body: JSON.stringify({ code }) },
    ]);
    expect(codeRefusal()).toBeUndefined();
    // It is gone: there is nothing left to take.
    expect(await takeCode()).toBe(false);
    expect(asked).toHaveLength(1);
  });

  it('that was used already says so', async () => {
    status = 401;
    const { codeRefusal, takeCode } = await import('./sign-in-code.ts');
    expect(await takeCode()).toBe(true);
    expect(codeRefusal()).toBe('This code was used.');
  });
});
