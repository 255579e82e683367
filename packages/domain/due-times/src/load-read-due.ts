import type { ReadDue } from './reading.ts';

/**
 * Loads what reads due times. It takes half a second and some 50 MB, once a process, so only who has words that ask for a time should:
 * nothing else here is loaded before.
 */
export async function loadReadDue(): Promise<ReadDue> {
  const { makeReadDue } = await import('./read-due.ts');
  return await makeReadDue();
}
