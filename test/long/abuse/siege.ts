import { randomBytes } from 'node:crypto';
import { asPerson, type SpawnedApp, until, Wire } from '@salience/testing';
import { summary } from '@salience/testing/load';

/** Where to, as a raw connection and as a URL. */
export interface Target {
  readonly url: string;
  readonly host: string;
  readonly port: number;
}

/** A target from its URL. */
export function targetOf(url: string): Target {
  const { hostname, port } = new URL(url);
  return { url, host: hostname, port: Number(port) };
}

/** Milliseconds of honest messages, one after another, while something else goes on. */
export async function timeMessages(url: string, count: number): Promise<ReturnType<typeof summary>> {
  const times: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const startedAt = performance.now();
    const response = await fetch(`${url}/messages`, {
      method: 'POST',
      headers: { ...asPerson, 'content-type': 'application/json' },
      body: JSON.stringify({ text: `honest ${n}`, thread_id: 'honest' }),
    });
    await response.text();
    if (response.status !== 202) throw new Error(`an honest message was answered ${response.status}`);
    times.push(performance.now() - startedAt);
  }
  return summary(times);
}

/** Opens streams of turns that nobody works on yet; resolves when each has said its first word. */
export async function openIdleStreams(target: Target, count: number): Promise<Wire[]> {
  const wires: Wire[] = [];
  for (let n = 0; n < count; n += 1) {
    const wire = new Wire(target);
    const body = JSON.stringify({ text: `idle ${n}`, thread_id: `idle-${n}` });
    wire.send(
      `POST /chat HTTP/1.1\r\nHost: ${target.host}:${target.port}\r\nContent-Type: application/json\r\n` +
        `Content-Length: ${body.length}\r\n\r\n${body}`,
    );
    wires.push(wire);
    if (n % 50 === 49) await heardByAll(wires.slice(-50), 'processing', 30_000);
  }
  await heardByAll(wires, 'processing', 30_000);
  return wires;
}

/** How many of them heard a text in time. */
export async function heardByAll(wires: readonly Wire[], text: string, withinMs: number): Promise<number> {
  const heard = await Promise.all(wires.map((wire) => wire.heard(text, withinMs)));
  return heard.filter(Boolean).length;
}

/** Tries keys that nobody has, from many connections at once, while an honest caller goes on. */
export async function tryWrongKeys(
  target: Target,
  count: number,
): Promise<{ perS: number; statuses: Record<string, number>; honestMs: ReturnType<typeof summary> }> {
  const statuses: Record<string, number> = {};
  const startedAt = performance.now();
  let sent = 0;
  const guess = async (): Promise<void> => {
    while (sent < count) {
      sent += 1;
      const wire = new Wire(target);
      const key = `sk_${randomBytes(32).toString('base64url')}`;
      wire.send(`GET /agents/me HTTP/1.1\r\nHost: ${target.host}\r\nAuthorization: Bearer ${key}\r\n\r\n`);
      const answer = await wire.answer('GET');
      wire.close();
      const status = typeof answer === 'string' ? answer : String(answer.status);
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  };
  const guessing = Promise.all(Array.from({ length: 200 }, guess));
  const honestMs = await timeMessages(target.url, 100);
  await guessing;
  return { perS: Math.round((1000 * count) / (performance.now() - startedAt)), statuses, honestMs };
}

/** Sends a body of this many megabytes and tells how it was answered. */
export async function sendBigBody(target: Target, megabytes: number): Promise<string> {
  const wire = new Wire(target, 60_000);
  const length = megabytes * 1024 * 1024;
  wire.send(
    `POST /messages HTTP/1.1\r\nHost: ${target.host}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`,
  );
  const part = Buffer.alloc(1024 * 1024, 'x');
  for (let sent = 0; sent < megabytes && wire.open; sent += 1) {
    wire.send(part);
    await new Promise((resolve) => setImmediate(resolve));
  }
  const answer = await wire.answer('POST');
  wire.close();
  return typeof answer === 'string' ? answer : String(answer.status);
}

/** Sends headers without end and tells how each flood was answered. */
export async function floodHeaders(target: Target, floods: number): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {};
  await Promise.all(
    Array.from({ length: floods }, async () => {
      const wire = new Wire(target);
      const lines = Array.from({ length: 5_000 }, (_, n) => `X-${n}: ${'y'.repeat(20)}\r\n`).join('');
      wire.send(`GET /health HTTP/1.1\r\nHost: ${target.host}\r\n${lines}`);
      const answer = await wire.answer('GET');
      wire.close();
      const status = typeof answer === 'string' ? answer : String(answer.status);
      statuses[status] = (statuses[status] ?? 0) + 1;
    }),
  );
  return statuses;
}

/** Waits until a consumer has no stream open any more. */
export async function untilReleased(consumer: SpawnedApp): Promise<void> {
  await until(
    async () =>
      ((await (await fetch(`${consumer.httpUrl()}/health`)).json()) as { open_streams: number })
        .open_streams === 0,
    { what: 'every stream to be released', timeoutMs: 30_000 },
  );
}
