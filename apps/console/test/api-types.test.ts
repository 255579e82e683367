import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repositoryRoot } from '@salience/testing';

describe('the types of the API', () => {
  it('are those of the OpenAPI document now: node tooling/api-types.mjs writes them', () => {
    const program = `import('./tooling/api-types.mjs').then(({ apiTypes }) => process.stdout.write(apiTypes()))`;
    const made = execFileSync(process.execPath, ['-e', program], { cwd: repositoryRoot, encoding: 'utf8' });
    expect(readFileSync(join(repositoryRoot, 'apps/console/src/api/routes.gen.ts'), 'utf8')).toBe(made);
  });
});
