import { type Command, Option } from 'commander';
import { type RunAction, examples } from '../command.ts';
import { runRepl } from '../chat/repl.ts';
import { createApiClient } from '../client/api-client.ts';
import { requestTimeZones } from '../client/own-time-zone.ts';
import { shownZone } from '../client/shown-zone.ts';
import { signInUrl } from '../client/sign-in-url.ts';
import type { Context } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { keptPersonToken } from '@salience/supervisor/home';
import type { ListenAddress, RunningSalience } from '@salience/supervisor';
import { lineProgress } from '../up/line-progress.ts';
import { shutDown, stopOnSignals } from '../up/stop.ts';
import { colour, note, print, printJson } from '../terminal.ts';

/** up. */
export function declare(program: Command, run: RunAction): void {
  program
    .command('up')
    .description('start everything on this machine: Postgres, queues and the eight apps; stop it with Ctrl-C')
    .option('--port <port>', 'port of the API (or PORT; default 3300)')
    .option(
      '--host <address>',
      'address to listen on (or SALIENCE_HOST; default 127.0.0.1); any address but loopback requires API keys',
    )
    .option('--detach', 'run in the background once it is ready')
    .option('--no-chat', 'do not open a chat in the terminal')
    .addOption(
      new Option('--queues <kind>', 'backend of the queues (or SALIENCE_QUEUES; default auto)').choices([
        'auto',
        'redis',
        'postgres',
      ]),
    )
    .addOption(
      new Option(
        '--processes <layout>',
        'shared: two processes for all apps; each: one for every app, as in production (or SALIENCE_PROCESSES; default shared)',
      ).choices(['shared', 'each']),
    )
    .addHelpText(
      'after',
      examples(['up', 'up --port 8080 --no-chat', 'up --detach', 'up --home /var/lib/salience']),
    )
    .action(run(runUp));
}

/** The options of `salience up`. */
export interface UpFlags {
  readonly port?: string;
  readonly host?: string;
  readonly detach?: boolean;
  readonly chat: boolean;
  readonly queues?: string;
  readonly processes?: string;
}

/** `salience up`: runs everything on this machine until it is stopped. */
export async function runUp(context: Context, flags: UpFlags): Promise<number> {
  const { bringUp, hasLauncher, listenAddress, reportToLauncher } = await import('@salience/supervisor');
  const address = listenAddress(flags, context.env);
  if (flags.detach === true) return await runDetached(context, flags, address);
  const stop = stopOnSignals();
  const began = performance.now();
  const progress = lineProgress(note);
  note(colour.bold(`Salience: starting in ${context.home.dir}`));
  const options = {
    home: context.home,
    ...address,
    queues: flags.queues ?? context.env.queues,
    processes: flags.processes ?? context.env.processes,
    env: context.env,
  };
  const running = await bringUp(options, progress, stop.signal);
  note(`${colour.green('Ready')} in ${((performance.now() - began) / 1_000).toFixed(1)} s`);
  const client = createApiClient({ url: running.url, key: keptPersonToken(context.home), agent: undefined });
  // Whoever reads a log or a pipe is not the person: there the address has no code.
  print(process.stdout.isTTY ? await signInUrl(client).catch(() => running.url) : running.url);
  const background = hasLauncher();
  reportToLauncher({ kind: 'ready', url: running.url });
  if (!background) note(colour.dim(speakAs(context)));
  if (!background && !talks(flags))
    note(colour.dim('Ctrl-C stops everything. Chat with: ./salience chat "Hello"'));
  const broke = await untilStopped(context, flags, running, stop);
  return await shutDown(running, broke);
}

async function runDetached(
  context: Context,
  { queues, processes }: UpFlags,
  address: ListenAddress,
): Promise<number> {
  const flags = {
    ...address,
    ...(queues === undefined ? {} : { queues }),
    ...(processes === undefined ? {} : { processes }),
  };
  const { startDetached } = await import('@salience/supervisor');
  const { url, pid, logFile } = await startDetached(context.home, flags, context.env.settings, note);
  if (context.json) printJson({ url, pid, log: logFile });
  else {
    print(url);
    note(`Runs in the background as process ${pid}, log ${logFile}. Stop it with "./salience down".`);
    note(colour.dim(speakAs(context)));
  }
  return exitCodes.ok;
}

/** How a program speaks as the person of this machine, in one line. */
function speakAs(context: Context): string {
  return `Speak as yourself: curl -H "Authorization: Bearer $(cat ${context.home.personFile})" …; sign a browser in: ./salience open`;
}

function talks(flags: UpFlags): boolean {
  return flags.chat && process.stdin.isTTY;
}

async function untilStopped(
  context: Context,
  flags: UpFlags,
  running: RunningSalience,
  stop: AbortController,
): Promise<Error | undefined> {
  const asked = new Promise<undefined>((resolve) => {
    if (stop.signal.aborted) resolve(undefined);
    stop.signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
  const ends: Promise<Error | undefined>[] = [asked, running.broken];
  if (talks(flags)) ends.push(converse(context, running.url, stop.signal));
  const broke = await Promise.race(ends);
  stop.abort();
  return broke;
}

async function converse(context: Context, url: string, signal: AbortSignal): Promise<undefined> {
  note(colour.dim('Say something. /help lists commands, /quit or Ctrl-C stops everything.'));
  const key = context.env.apiKey ?? keptPersonToken(context.home);
  const client = createApiClient({ url, key, agent: undefined, ...requestTimeZones(context.env.timeZone) });
  const zone = await shownZone(context, client);
  await runRepl({ client, input: process.stdin, output: process.stdout, thread: undefined, zone, signal });
}
