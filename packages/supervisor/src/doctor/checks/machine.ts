import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { appNames } from '@salience/contracts';
import { survivors } from '../../supervise/survivors.ts';
import { installedVersion, unbuilt } from '../../repository.ts';
import { bindError } from '../../up/port.ts';
import { type Finding, ok, problem, warn } from '../finding.ts';
import { bytes } from '../../quantities.ts';
import type { CheckTarget } from '../check-target.ts';

const NODE_MIN = [22, 15] as const;
const FREE_LEAST = 1024 ** 3;
const FREE_GOOD = 5 * 1024 ** 3;

/** The Node under this command, and the built programs. */
export function checkPrograms(): Finding[] {
  const { node } = process.versions;
  const [major = 0, minor = 0] = node.split('.').map(Number);
  const recent = major > NODE_MIN[0] || (major === NODE_MIN[0] && minor >= NODE_MIN[1]);
  const facts = { node, salience: installedVersion(), platform: `${process.platform}-${process.arch}` };
  const missing = unbuilt(appNames);
  return [
    recent
      ? ok('machine.versions', `Salience ${facts.salience} on Node ${node}, ${facts.platform}.`, { facts })
      : problem(
          'machine.versions',
          `Node ${node} is older than ${NODE_MIN.join('.')}, which the apps need.`,
          'npm start (brings a Node of its own)',
          { facts },
        ),
    missing.length === 0
      ? ok('machine.built', 'All eight apps and the program that they share are built.')
      : warn('machine.built', `Not built here: ${missing.join(', ')}.`, 'npm run build', {
          facts: { missing },
        }),
  ];
}

/** The data folder: there, ours, private. */
export function checkHome({ context: { home } }: CheckTarget): Finding {
  const check = 'home.folder';
  if (!existsSync(home.dir))
    return ok(check, `There is no data folder at ${home.dir} yet; the first start makes it.`, {
      facts: { exists: false },
    });
  try {
    accessSync(home.dir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    const { uid } = statSync(home.dir);
    return problem(
      check,
      `This user may not write to ${home.dir}, which belongs to user number ${uid}.`,
      `chown -R $(id -u) '${home.dir}'`,
      { facts: { exists: true, writable: false, owner: uid } },
    );
  }
  const open = [home.stateFile, home.personFile, home.runFile, home.lockFile].filter(
    (file) => existsSync(file) && (statSync(file).mode & 0o077) !== 0,
  );
  if (open.length > 0 && process.platform !== 'win32')
    return problem(
      check,
      `Other users of this machine can read ${open.join(', ')}, which may hold passwords.`,
      `chmod 600 ${open.map((file) => `'${file}'`).join(' ')}`,
      { facts: { exists: true, open: open.length } },
    );
  const { mode } = statSync(home.dir);
  // Under root the account of Postgres passes through; what it passes is closed by itself.
  if ((mode & 0o066) !== 0 && process.platform !== 'win32')
    return warn(
      check,
      `Other users of this machine can look into ${home.dir}.`,
      `chmod go-rw '${home.dir}'`,
      { facts: { exists: true, open: 0 } },
    );
  return ok(check, `The data folder ${home.dir} can be written, and its passwords are private.`, {
    facts: { exists: true, writable: true },
  });
}

/** Room on the disk of the data folder. */
export async function checkDisk({ context: { home } }: CheckTarget): Promise<Finding> {
  const disk = await statfs(nearestFolder(home.dir));
  const [free, total] = [disk.bavail * disk.bsize, disk.blocks * disk.bsize];
  const facts = { freeBytes: free, totalBytes: total, freeFiles: disk.ffree };
  const says = `${bytes(free)} of ${bytes(total)} are free on the disk of the data folder.`;
  const fix = `du -xh --max-depth=2 '${home.dir}' | sort -h | tail`;
  if (free < FREE_LEAST)
    return problem('home.disk', `Only ${says} Postgres stops when it is full.`, fix, { facts });
  return free < FREE_GOOD
    ? warn('home.disk', `Only ${says}`, fix, { facts })
    : ok('home.disk', says, { facts });
}

function nearestFolder(folder: string): string {
  return existsSync(folder) ? folder : nearestFolder(dirname(folder));
}

/** Who runs on this home, and what a killed start left behind. */
export function checkSupervisor({ context: { home }, holder, run }: CheckTarget): Finding {
  const check = 'home.supervisor';
  if (holder !== undefined) {
    const facts = { pid: holder.pid, since: holder.since, ready: run?.ready ?? false };
    return run?.ready === false
      ? warn(
          check,
          `A start is under way (process ${holder.pid}, since ${holder.since}).`,
          `tail '${home.logs}'/*.log`,
          {
            facts,
          },
        )
      : ok(check, `Salience runs on this home: process ${holder.pid}, since ${holder.since}.`, { facts });
  }
  const left = survivors(run?.processes ?? []);
  if (left.length > 0)
    return problem(
      check,
      `The supervisor is gone, but ${left.length} of its processes still run: ${left.map(({ name }) => name).join(', ')}.`,
      './salience down',
      { facts: { survivors: left.length } },
    );
  if (existsSync(home.lockFile) || run !== undefined)
    return warn(
      check,
      'The last run of this home was killed and left its lock behind; the next start clears it, and loses nothing.',
      './salience up',
      { facts: { staleLock: true } },
    );
  return ok(check, 'No supervisor runs on this home, and none left anything behind.', {
    facts: { running: false },
  });
}

/** Whether the API answers, or could listen where it is meant to. */
export async function checkApi({ context: { env }, api, holder }: CheckTarget): Promise<Finding> {
  const check = 'api.ready';
  if (api.readiness?.ready === true)
    return ok(check, `${api.url} accepts messages and has a worker to answer them.`, {
      facts: { ready: true },
    });
  if (api.readiness !== undefined) {
    const missing = Object.entries(api.readiness.parts).filter(([, part]) => !part.ok);
    const why = missing.map(([name, { detail }]) => `${name}: ${detail}`).join('; ');
    return problem(check, `${api.url} runs but is not ready (${why}).`, './salience status', {
      facts: { ready: false, missing: missing.map(([name]) => name) },
    });
  }
  if (holder !== undefined)
    return problem(
      check,
      `Salience runs on this home, but ${api.url} does not answer: ${api.why ?? 'no reason was given'}`,
      './salience down && ./salience up',
      {
        facts: { ready: false },
      },
    );
  const port = Number(env.port);
  const code = Number.isInteger(port) && port > 0 ? await bindError(env.host, port) : undefined;
  if (code !== undefined)
    return problem(
      check,
      `Nothing of ours answers at ${api.url}, and ${env.host} port ${port} cannot be used (${code}): another program has it, or it is not of this machine.`,
      `./salience up --port ${port + 1}`,
      { facts: { ready: false, port, code } },
    );
  return warn(check, `Salience does not run: nothing answers at ${api.url}.`, 'npm start', {
    facts: { ready: false, port },
  });
}
