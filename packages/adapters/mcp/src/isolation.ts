import { spawnSync } from 'node:child_process';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { McpConfig } from './config.ts';
import { sandboxArguments } from './sandbox.ts';
import { firstAccount } from './tool-account.ts';

/** How programs of strangers are kept apart from us, and from each other, on this machine. */
export type Isolation =
  /** Each runs under an account of its own, which only root can give it. */
  | (Apart & { readonly kind: 'account' })
  /** Each runs in a sandbox with processes and files of its own. */
  | (Apart & { readonly kind: 'sandbox'; readonly program: string; readonly hidden: readonly string[] })
  /** Neither can be had here; why, as a part of a sentence. */
  | { readonly kind: 'none'; readonly why: string };

interface Apart {
  /** Below it each server has its home folder. */
  readonly homes: string;
  /** Tells the servers of one installation from those of another with the same names: the file that configures them. */
  readonly installation: string;
}

/** What an installation says of itself. */
export interface IsolationOptions {
  /** The file that configures the servers; a server in a sandbox never sees it. */
  readonly installation?: string;
  /** What else a server in a sandbox must not see, beside the home folder of the user. */
  readonly hidden?: readonly string[];
  /** Where servers have their home folders, instead of the default of this kind of isolation. */
  readonly homes?: string;
  /** Where bubblewrap may be. */
  readonly sandboxes?: readonly string[];
}

const sandboxPrograms = ['/usr/bin/bwrap', '/bin/bwrap', '/usr/local/bin/bwrap'];

/** Tries what works here: an account for each server where we are root, else a sandbox. Starts a program, and ends it. */
export function findIsolation(options: IsolationOptions = {}): Isolation {
  const { hidden = [], installation = '', sandboxes = sandboxPrograms } = options;
  const asRoot = process.getuid?.() === 0;
  if (asRoot && runs('/bin/sh', trivial, { uid: firstAccount, gid: firstAccount }))
    return { kind: 'account', homes: options.homes ?? '/var/lib/salience/tools', installation };
  const homes = options.homes ?? join(homedir(), '.local', 'state', 'salience', 'tools');
  const bare = sandboxArguments({ home: undefined, homes: undefined, cwd: undefined, shown: [], hidden: [] });
  const program = sandboxes.find((one) => runs(one, [...bare, '/bin/sh', ...trivial]));
  if (program !== undefined) {
    const secret = installation === '' ? hidden : [...hidden, installation];
    return { kind: 'sandbox', program, homes, installation, hidden: secret };
  }
  return { kind: 'none', why: asRoot ? 'this root may not change to another account' : missing() };
}

/** A server that is not started, and why. */
export interface RefusedServer {
  readonly name: string;
  /** One sentence: what was expected, what came, what to do. */
  readonly reason: string;
}

/** Tells the servers that may be used here from those that may not: programs of strangers that nothing would keep from us. */
export function admitServers(
  servers: McpConfig,
  isolation: Isolation,
): { readonly admitted: McpConfig; readonly refused: readonly RefusedServer[] } {
  const { kind } = isolation;
  if (kind !== 'none') return { admitted: servers, refused: [] };
  const isRefused = ([, config]: [string, McpConfig[string]]): boolean =>
    'command' in config && !config.trusted;
  const entries = Object.entries(servers);
  return {
    admitted: Object.fromEntries(entries.filter((entry) => !isRefused(entry))),
    refused: entries.filter(isRefused).map(([name]) => ({ name, reason: refusal(name, isolation.why) })),
  };
}

/** The sentence for a server that is not started. */
export function refusal(name: string, why: string): string {
  return (
    `Expected to keep the tool server "${name}" apart from this user's files and keys, but ${why}: ` +
    'start Salience as root, install bubblewrap, use a server at an address, or set "trusted": true for it, with which it may do whatever this user may.'
  );
}

const trivial = ['-c', 'exit 0'];

function runs(program: string, args: readonly string[], account: object = {}): boolean {
  const probe = spawnSync(program, [...args], {
    ...account,
    cwd: '/',
    env: {},
    stdio: 'ignore',
    timeout: 10_000,
  });
  return probe.status === 0;
}

function missing(): string {
  return process.platform === 'linux'
    ? 'this user is not root and bubblewrap (bwrap) does not run'
    : 'this user is not root, and there is no sandbox for this system';
}
