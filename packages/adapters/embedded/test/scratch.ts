import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** A folder for one test file, reachable by every user of the machine; removed when the file is done. */
export function scratchFolder(): string {
  // Not os.tmpdir() with its given bits alone: mkdtemp makes 0700, which another user could not enter.
  const outer = mkdtempSync(join(tmpdir(), 'salience-embedded-'));
  afterAll(() => rmSync(outer, { recursive: true, force: true }));
  return outer;
}

/** Polls until the condition holds; fails after ten seconds, naming what was awaited. */
export async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`Still waiting for: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
