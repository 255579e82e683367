import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { requirePort } from './port.ts';

test('a taken port is named with a way out', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  await expect(requirePort('127.0.0.1', port)).rejects.toThrow(`--port ${port + 1}`);
  await new Promise((resolve) => server.close(resolve));
  await expect(requirePort('127.0.0.1', port)).resolves.toBeUndefined();
});

test('an address of another machine is told apart', async () => {
  await expect(requirePort('203.0.113.7', 3_300)).rejects.toMatchObject({ code: 'cli.host-unusable' });
});
