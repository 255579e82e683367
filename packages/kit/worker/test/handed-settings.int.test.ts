import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import type { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { handSettings, settingsOf, settingsVariable } from '../src/handed-settings.ts';

const room = fileURLToPath(new URL('../src/handed-settings.ts', import.meta.url));

/** Runs a program that is handed something, and says what it printed and how it ended. */
async function handedTo(program: string, give: (pipe: Writable) => void): Promise<[string, number | null]> {
  const source = `import { spawnSync } from 'node:child_process';
    const { settingsOf } = await import(${JSON.stringify(room)});
    try { ${program} } catch (error) { console.log(error.code, error.message); process.exitCode = 1; }`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source], {
    stdio: ['ignore', 'pipe', 'inherit', 'pipe'],
    env: { PATH: process.env['PATH'], NODE_NO_WARNINGS: '1', OWN: 'mine', [settingsVariable]: '3' },
  });
  give(child.stdio[3] as Writable);
  const [said] = await Promise.all([text(child.stdio[1] as Readable), once(child, 'close')]);
  return [said.trim(), child.exitCode];
}

it('is what the environment says where nothing is handed over', () => {
  const environment = { A: '1', [settingsVariable]: '' };
  expect(settingsOf(environment, 'digest')).toBe(environment);
});

it('tells a program what was handed over for it, and nothing that was handed over for another', async () => {
  const [said] = await handedTo(
    `console.log(JSON.stringify(['digest', 'consumer', 'other'].map((one) => settingsOf(process.env, one).KEY ?? null)));`,
    (pipe) => handSettings(pipe, { digest: { KEY: 'of digest' }, consumer: { KEY: 'of consumer' } }),
  );
  expect(JSON.parse(said)).toEqual(['of digest', 'of consumer', null]);
});

it('threat: settings that are handed over reach neither the environment of the process nor its children', async () => {
  const program = `
    const [first, again] = [settingsOf(process.env, 'digest'), settingsOf(process.env, 'digest')];
    const child = spawnSync('/bin/sh', ['-c', 'env; cat <&3'], { encoding: 'utf8' });
    console.log(JSON.stringify({
      told: [first.KEY, first.OWN, again.KEY],
      shown: JSON.stringify(process.env).includes('canary') || child.stdout.includes('canary'),
    }));`;
  const settings = { KEY: 'canary', OWN: 'another' };
  const [said] = await handedTo(program, (pipe) => handSettings(pipe, { digest: settings }));
  expect(JSON.parse(said)).toEqual({ told: ['canary', 'mine', 'canary'], shown: false });
});

it('says what was expected, and nothing of what came', async () => {
  const [said, code] = await handedTo("settingsOf(process.env, 'digest')", (pipe) =>
    pipe.end('{"KEY": canary'),
  );
  expect(said).toMatch(/^config\.settings Expected settings on descriptor 3.*is not JSON/);
  expect(said).not.toContain('canary');
  expect(code).toBe(1);
});
