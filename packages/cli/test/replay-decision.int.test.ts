import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { salience } from './command-line.ts';

const turn = `turn_${'0'.repeat(31)}1`;
const part = { part: 'decision', policy: 'shipped', policy_version: 3, mode: 'RESPOND' };
const differences = [{ field: 'scores.ACT', stored: 0.1, computed: 0.10000000000000002 }];

let server: Server;
let parts: readonly object[];
let asked: string | undefined;

/** The API as far as this command asks for it. */
beforeAll(async () => {
  server = createServer((request, response) => {
    asked = request.url;
    const equal = parts.every((one) => (one as { equal: boolean }).equal);
    response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify({ turn_id: turn, equal, parts }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const run = (...more: string[]) =>
  salience(
    'replay-decision',
    turn,
    '--url',
    `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...more,
  );

test('a decision that comes out the same ends with 0', async () => {
  parts = [
    { ...part, equal: true, differences: [] },
    { ...part, part: 'reroute', equal: true, differences: [] },
  ];
  const { code, out } = await run();
  expect(asked).toBe(`/turns/${turn}/replay`);
  expect(code).toBe(0);
  expect(out).toContain('decision: RESPOND, the same bit for bit');
  expect(out).toContain('reroute: RESPOND, the same bit for bit');
});

test('one that does not ends with 1 and names every number that differs, to its last bit', async () => {
  parts = [{ ...part, equal: false, differences }];
  const { code, out } = await run();
  expect(code).toBe(1);
  expect(out).toMatch(/scores\.ACT\s+0\.1\s+0\.10000000000000002/);
  const json = await run('--json');
  expect(json.code).toBe(1);
  expect(JSON.parse(json.out)).toMatchObject({ equal: false, parts: [{ differences }] });
});
