import type { Command } from 'commander';
import { examples, type RunAction } from '../../command.ts';
import type { Context } from '../../context.ts';
import { colour, note, print } from '../../terminal.ts';
import { lineProgress } from '../../up/line-progress.ts';
import { shutDown, stopOnSignals } from '../../up/stop.ts';

interface ServeFlags {
  readonly port?: string;
  readonly host?: string;
}

/** pfc serve. */
export function declare(pfc: Command, run: RunAction): void {
  pfc
    .command('serve')
    .option('--port <port>', 'port of the API (or PORT; default 3300)')
    .option('--host <address>', 'address to listen on (or SALIENCE_HOST; default 127.0.0.1)')
    .description(
      'run the PFC alone: Postgres and its API, without turns, memory and language models; stop it with Ctrl-C',
    )
    .addHelpText('after', examples(['pfc serve', 'pfc serve --port 3400 --home /var/lib/pfc']))
    .action(run(runServe));
}

async function runServe(context: Context, flags: ServeFlags): Promise<number> {
  const { bringUp, listenAddress } = await import('@salience/supervisor');
  const address = listenAddress(flags, context.env);
  const stop = stopOnSignals();
  const began = performance.now();
  note(colour.bold(`PFC: starting in ${context.home.dir}`));
  const { env, home } = context;
  const options = { home, ...address, queues: 'postgres', processes: 'each', pfcAlone: true, env };
  const running = await bringUp(options, lineProgress(note), stop.signal);
  note(`${colour.green('Ready')} in ${((performance.now() - began) / 1_000).toFixed(1)} s; Ctrl-C stops it`);
  print(running.url);
  const asked = new Promise<undefined>((resolve) => {
    if (stop.signal.aborted) resolve(undefined);
    stop.signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
  const broke = await Promise.race([asked, running.broken]);
  stop.abort();
  return await shutDown(running, broke);
}
