import { afterEach, expect, it, vi } from 'vitest';
import { setCredentials } from '../../api/credentials.ts';
import { sendMessage } from './outbox.ts';

interface Sent {
  readonly agent: string | undefined;
  readonly key: string | undefined;
  readonly text: string;
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  setCredentials({ agent: undefined, key: undefined });
});

/** A server that does not answer, and what it was sent. */
function deadServer(): Sent[] {
  const sent: Sent[] = [];
  vi.useFakeTimers();
  vi.stubGlobal('fetch', (_path: string, init: { headers: Record<string, string>; body: string }) => {
    const { text } = JSON.parse(init.body) as { text: string };
    sent.push({ agent: init.headers['x-agent'], key: init.headers['authorization'], text });
    return Promise.reject(new TypeError('no answer'));
  });
  return sent;
}

it.each([
  ['another agent is chosen', { agent: 'other' }, 'other', undefined],
  ['a key is used', { key: 'sk_other' }, undefined, 'Bearer sk_other'],
] as const)(
  'threat: what waits for a server is not sent to another agent once %s',
  async (_, change, agent, key) => {
    const sent = deadServer();
    setCredentials({ agent: 'mine' });
    sendMessage('console-1', 'for mine alone');
    await vi.advanceTimersByTimeAsync(1_000);
    const tries = sent.length;
    expect(tries).toBeGreaterThan(1);
    expect(sent.every((one) => one.agent === 'mine')).toBe(true);
    setCredentials(change);
    sendMessage('console-2', 'for the other');
    await vi.advanceTimersByTimeAsync(10_000);
    const after = sent.slice(tries);
    expect(after.length).toBeGreaterThan(1);
    expect(after.every((one) => one.text === 'for the other')).toBe(true);
    expect(after[0]).toMatchObject({ agent, key });
  },
);
