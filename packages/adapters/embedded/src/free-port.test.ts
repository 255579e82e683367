import { expect, it } from 'vitest';
import { choosePort, freePort } from './free-port.ts';

it('a free port is none that the system gives to an outgoing connection before the caller binds it', async () => {
  const ports = await Promise.all(Array.from({ length: 50 }, freePort));
  // Linux begins at 32768, macOS and Windows at 49152.
  expect(ports.filter((port) => port < 20_000 || port >= 32_000)).toEqual([]);
});

it('the preferred port is chosen while nobody has it', async () => {
  const port = await freePort();
  expect(await choosePort(port)).toBe(port);
});
