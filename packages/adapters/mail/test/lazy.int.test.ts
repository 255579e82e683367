import { execFileSync } from 'node:child_process';
import process from 'node:process';
import { expect, it } from 'vitest';

it('loads the client and the parsers only when a mailbox is used: most installations have none', () => {
  const program = `
    import { registerHooks } from 'node:module';
    const asked = [];
    registerHooks({ resolve: (name, context, next) => (asked.push(name), next(name, context)) });
    const { createMailbox } = await import(${JSON.stringify(new URL('../src/index.ts', import.meta.url).href)});
    createMailbox({ name: 'work', login: { kind: 'password', password: 'x' } }, { log: console });
    console.log(JSON.stringify(asked));
  `;
  const asked = JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' }),
  ) as string[];
  expect(asked).toContain('zod');
  expect(asked.filter((name) => /^(imapflow|postal-mime|htmlparser2)$/.test(name))).toEqual([]);
});
