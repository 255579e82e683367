/**
 * How much a process grows by memories, as a multiple of what they take: V8 gives dead objects back only when what is alive has grown
 * by more than half. Measured by `bench/agents.ts`, which runs as digest does: 146 MB of memories made the process 248 MB larger.
 */
const growth = 1.75;

/** The bytes of memories that a process may hold so that it grows by no more than `cacheMb` megabytes. */
export function heldBytesOf(cacheMb: number): number {
  return Math.floor((cacheMb * 1024 ** 2) / growth);
}
