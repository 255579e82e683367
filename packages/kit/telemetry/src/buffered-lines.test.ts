import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { describe, expect, it } from 'vitest';
import { bufferedLines } from './buffered-lines.ts';

function gathered() {
  const written: string[] = [];
  const first = Promise.withResolvers<void>();
  const lines = bufferedLines({
    write: (text) => {
      written.push(text);
      first.resolve();
    },
  });
  return { written, lines, first: first.promise };
}

describe('bufferedLines', () => {
  it('writes lines together, in order, when they are many', () => {
    const { written, lines } = gathered();
    const line = `${'x'.repeat(999)}\n`;
    for (let n = 0; n < 9; n += 1) lines.write(line);
    expect(written).toEqual([line.repeat(5)]);
    lines.flush();
    lines.flush();
    expect(written).toEqual([line.repeat(5), line.repeat(4)]);
  });

  it('writes an error at once, after what came before it', () => {
    const { written, lines } = gathered();
    lines.lastLevel = 30;
    lines.write('info\n');
    expect(written).toEqual([]);
    lines.lastLevel = 50;
    lines.write('error\n');
    expect(written).toEqual(['info\nerror\n']);
  });

  it('writes a line that stays alone', async () => {
    const { written, lines, first } = gathered();
    lines.write('alone\n');
    await first;
    expect(written).toEqual(['alone\n']);
  });
});

describe('the log of a process that ends', () => {
  const file = join(import.meta.dirname, 'logger.ts');
  const ending = (how: string) =>
    spawnSync(
      process.execPath,
      [
        '--input-type=module',
        '--eval',
        `import { createLogger } from ${JSON.stringify(file)};
         const log = createLogger({ service: 's', instanceId: 'i', level: 'info', format: 'json' });
         process.once('SIGTERM', () => { log.info('stopping'); process.exit(0); });
         log.info('last words');
         ${how}`,
      ],
      { encoding: 'utf8' },
    ).stdout;

  it.each([
    ['is done', ''],
    ['exits', 'process.exit(3);'],
    ['throws what nobody catches', "throw new Error('uncaught');"],
    ['rejects what nobody catches', "await Promise.reject(new Error('uncaught'));"],
  ])('has its last line when it %s', (_what, how) => {
    expect(ending(how)).toContain('"msg":"last words"');
  });

  it('has its last line when it stops on SIGTERM', () => {
    const said = ending("setInterval(() => {}, 1_000); process.kill(process.pid, 'SIGTERM');");
    expect(said).toContain('"msg":"last words"');
    expect(said).toContain('"msg":"stopping"');
  });

  it('has the lines before an error when it is killed right after', () => {
    const said = ending("log.error('broken'); process.kill(process.pid, 'SIGKILL');");
    expect(said).toContain('"msg":"last words"');
    expect(said).toContain('"msg":"broken"');
  });
});
