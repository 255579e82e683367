import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the ports that Linux (32768 up), macOS and Windows (49152 up) give to outgoing connections. */
const chosenPorts = { from: 20_000, below: 32_000 };

/** How many ports are tried before the system chooses one. */
const tries = 20;

/**
 * A TCP port on 127.0.0.1 that was free a moment ago. Another process may take it before the caller does:
 * callers bind it and ask again when the bind fails. It is none that an outgoing connection is given meanwhile,
 * unless 20 others were taken.
 */
export async function freePort(): Promise<number> {
  for (let n = 0; n < tries; n += 1) {
    const port = randomInt(chosenPorts.from, chosenPorts.below);
    if (await portIsFree(port)) return port;
  }
  return portOfTheSystem();
}

function portOfTheSystem(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen({ host: '127.0.0.1', port: 0 }, () => {
      const address = probe.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}

/** True when `port` on 127.0.0.1 can be bound right now. */
function portIsFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ host: '127.0.0.1', port }, () => probe.close(() => resolve(true)));
  });
}

/** `preferred` when it is free, else any free port. */
export async function choosePort(preferred: number | undefined): Promise<number> {
  if (preferred !== undefined && (await portIsFree(preferred))) return preferred;
  return freePort();
}
