import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { SalienceError } from '@salience/errors';
import type { StdioServer } from './config.ts';
import { type Isolation, refusal } from './isolation.ts';
import { sandboxArguments } from './sandbox.ts';
import { accountOf, type ToolAccount } from './tool-account.ts';

/** How the program of a server is started. */
export interface Launch {
  readonly command: string;
  readonly args: string[];
  /** Beside the variables of a login, and above them. */
  readonly env: Record<string, string>;
  readonly cwd: string | undefined;
  /** Undefined: as ourselves. */
  readonly account: ToolAccount | undefined;
}

/**
 * How a server is started: as ourselves where its operator trusts it with all that we may do, else apart from us.
 * `login` holds the variables that it gets anyway. Throws `mcp.isolation`, whose message says what to do.
 */
export function launchOf(
  name: string,
  config: StdioServer,
  isolationHere: () => Isolation,
  login: Readonly<Record<string, string>>,
): Launch {
  const { args, command, cwd, env } = config;
  if (config.trusted) return { command, args, env, cwd, account: undefined };
  const isolation = isolationHere();
  if (isolation.kind === 'none') throw new SalienceError('mcp.isolation', refusal(name, isolation.why));
  if (isolation.kind === 'sandbox') return inSandbox(name, config, isolation);
  const account = accountOf(isolation.installation, name, isolation.homes);
  const user = `tool-${account.uid}`;
  const own = { HOME: account.home, USER: user, LOGNAME: user, ...env };
  requireReadable(name, config, account, { ...login, ...own });
  return { command, args, env: own, cwd: cwd ?? account.home, account };
}

function inSandbox(
  name: string,
  { args, command, cwd, env }: StdioServer,
  { hidden, homes, installation, program }: Extract<Isolation, { kind: 'sandbox' }>,
): Launch {
  const key = createHash('sha256').update(JSON.stringify({ installation, name })).digest('hex').slice(0, 16);
  const home = join(homes, key);
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const view = sandboxArguments({ home, homes, cwd, hidden, shown: [command, ...args].filter(isAbsolute) });
  return {
    command: program,
    args: [...view, command, ...args],
    env: { HOME: home, ...env },
    cwd: undefined,
    account: undefined,
  };
}

// The program must be there to be run, and its files to be read, for this account.
const readable = `
  program=$1; shift
  case $program in
    */*) [ -x "$program" ] || { printf %s "$program"; exit 1; } ;;
    *) command -v "$program" >/dev/null || { printf %s "$program"; exit 1; } ;;
  esac
  for file; do [ -r "$file" ] || { printf %s "$file"; exit 1; }; done`;

/** A program in a folder that its account may not enter would fail without a word that helps. */
function requireReadable(
  name: string,
  { args, command }: StdioServer,
  { gid, uid }: ToolAccount,
  env: Readonly<Record<string, string>>,
): void {
  const files = args.filter((one) => isAbsolute(one) && statSync(one, { throwIfNoEntry: false })?.isFile());
  const look = (account: object): { readonly status: number | null; readonly stdout: string } =>
    spawnSync('/bin/sh', ['-c', readable, 'look', command, ...files], {
      ...account,
      cwd: '/',
      env,
      encoding: 'utf8',
    });
  const looked = look({ uid, gid });
  // What we do not find either is not there: the start says so.
  if (looked.status === 0 || look({}).status !== 0) return;
  throw new SalienceError(
    'mcp.isolation',
    `Expected ${looked.stdout || command} to be readable for everybody, since "${name}" runs as user number ${uid}: ` +
      'open it and its folders (chmod o+rX), install it elsewhere, or set "trusted": true',
  );
}
