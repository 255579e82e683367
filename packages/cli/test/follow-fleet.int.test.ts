import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApiClient } from '../src/client/api-client.ts';
import { followFleet } from '../src/tail/follow-fleet.ts';
import { untilStopped } from '../src/until-stopped.ts';
import { expect, onTestFinished, test } from 'vitest';

const START = Date.parse('2030-01-01T00:00:10Z');

/** An event that happened so many seconds after the stream was opened. */
function event(key: string, afterS: number): string {
  const at = new Date(START + afterS * 1_000).toISOString();
  const data = JSON.stringify({ type: 'worker-up', key, at, worker: key, app: 'digest' });
  return `id: ${Date.parse(at)}\nevent: worker-up\ndata: ${data}\n\n`;
}

type Answer = (response: ServerResponse) => void;

/** A server whose n-th stream is answered by the n-th script; says after which id each was asked for. */
async function server(...scripts: Answer[]) {
  const asked: (string | undefined)[] = [];
  const http = createServer((request, response) => {
    asked.push(request.headers['last-event-id'] as string | undefined);
    response.setHeader('Date', new Date(START).toUTCString());
    const script = scripts[asked.length - 1];
    if (script === undefined) response.writeHead(404).end('{}');
    else script(response);
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    http.close();
    http.closeAllConnections();
  });
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  return { asked, client: createApiClient({ url, key: undefined, agent: undefined }) };
}

const stream =
  (...events: string[]): Answer =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(': live\n\n');
    for (const one of events) response.write(one);
    // Gone without a word, as a killed process is.
    setImmediate(() => response.destroy());
  };

/** The keys of all events until the server refuses, and what it refused with. */
async function followed(client: ReturnType<typeof createApiClient>) {
  const [keys, states]: [string[], string[]] = [[], []];
  const stop = untilStopped();
  onTestFinished(() => stop.release());
  try {
    for await (const { key } of followFleet(client, { stop, onConnection: (state) => states.push(state) }))
      keys.push(key);
  } catch (error) {
    return { keys, states, error: error as Error & { code: string } };
  }
  return { keys, states, error: undefined };
}

test('after a break it goes on from the last event, each one once, until the server refuses', async () => {
  const { asked, client } = await server(
    stream(event('a', 1), event('b', 3)),
    // The look back brings what was told, what came late, and what happened before anybody listened.
    stream(event('old', -5), event('a', 1), event('late', 2), event('b', 3), event('c', 4)),
  );
  const { keys, states, error } = await followed(client);
  expect(keys).toEqual(['a', 'b', 'late', 'c']);
  expect(asked).toEqual([undefined, `${START + 3_000}`, `${START + 4_000}`]);
  expect(states).toEqual(['lost', 'back', 'lost']);
  expect(error?.code).toBe('http.404');
});

test('a break before the first event loses nothing: it goes on from where it began', async () => {
  const { asked, client } = await server(stream(), stream(event('old', -1), event('a', 1)));
  expect((await followed(client)).keys).toEqual(['a']);
  expect(asked.slice(0, 2)).toEqual([undefined, `${START}`]);
});

test('a server that is not there at first is told at once', async () => {
  const { client } = await server();
  const gone = createApiClient({ ...client.address, url: 'http://127.0.0.1:9' });
  expect((await followed(gone)).error?.code).toBe('cli.not-running');
});
