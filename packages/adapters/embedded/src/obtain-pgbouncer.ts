import { spawnSync } from 'node:child_process';
import { type ObtainedProgram, type ObtainOptions, obtainProgram } from './debian-program.ts';

/** Gets PgBouncer from the distribution's packages without installing anything; see `obtainProgram`. */
export function obtainPgbouncer(options: ObtainOptions): Promise<ObtainedProgram> {
  const wanted = {
    launcher: 'pgbouncer',
    package: 'pgbouncer',
    file: 'usr/sbin/pgbouncer',
    parts: ['libevent-2.1-7', 'libc-ares2', 'libsystemd0'],
    runs: runsPgbouncer,
    purpose: 'to get a private PgBouncer',
  };
  return obtainProgram(wanted, options);
}

function runsPgbouncer(program: string): boolean {
  const shown = spawnSync(program, ['--version'], { encoding: 'utf8', timeout: 10_000 });
  return shown.status === 0 && /^PgBouncer \d/m.test(shown.stdout ?? '');
}
