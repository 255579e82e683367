import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { newestRelease, promises, repositoryRoot } from '@salience/testing';

const present = join(repositoryRoot, 'packages/contracts/fixtures');

/** Every frozen payload below a folder, by its path there. */
function payloadsBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.replaceAll('\\', '/'))
    .toSorted();
}

it('every payload that the newest release froze is still there as it was; what reads it, `packages/contracts` tests', () => {
  if (promises('contracts.json', () => `${JSON.stringify(payloadsBelow(present), undefined, 1)}\n`)) {
    cpSync(present, join(newestRelease().folder, 'contracts'), { recursive: true });
    return;
  }
  const release = newestRelease();
  const folder = join(release.folder, 'contracts');
  const frozen = payloadsBelow(folder);
  expect(frozen).toEqual(JSON.parse(release.read('contracts.json')));
  expect(frozen.length).toBeGreaterThan(0);
  const edited = frozen.filter((file) => {
    const now = join(present, file);
    return !existsSync(now) || readFileSync(now, 'utf8') !== readFileSync(join(folder, file), 'utf8');
  });
  expect(edited).toEqual([]);
});
