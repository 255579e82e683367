import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { expect, it } from 'vitest';
import { repositoryRoot } from '../src/servers/places.ts';

/** Resolves every import twice: with the hook, and as Node does. */
const program = `
  import { registerHooks } from 'node:module';
  import { quickResolver } from './packages/testing/src/imports/quick-resolver.ts';
  const resolve = quickResolver();
  const told = { imports: 0, others: [] };
  registerHooks({
    resolve(specifier, context, next) {
      const quick = resolve(specifier, context, next);
      const plain = next(specifier, context);
      told.imports += 1;
      if (quick.url !== plain.url || quick.format !== plain.format)
        told.others.push({ specifier, parent: context.parentURL, quick, plain });
      return plain;
    },
  });
  await import('./packages/adapters/database/src/index.ts');
  process.stdout.write(JSON.stringify(told), () => process.exit(0));`;

it('an import finds the file that Node finds, and takes it for the same', { timeout: 120_000 }, () => {
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: repositoryRoot,
    env: { PATH: process.env.PATH },
    encoding: 'utf8',
  });
  const told = JSON.parse(stdout) as { readonly imports: number; readonly others: readonly object[] };
  expect(told.others).toEqual([]);
  expect(told.imports).toBeGreaterThan(300);
});
