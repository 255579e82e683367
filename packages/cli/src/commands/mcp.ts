import type { Command } from 'commander';
import { join } from 'node:path';
import { repositoryRoot, usageError } from '@salience/supervisor/home';
import { type RunAction, examples } from '../command.ts';
import type { Context } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { clientSettings, type Reach } from '../mcp/client-settings.ts';
import { note, print, printJson } from '../terminal.ts';

/** mcp. */
export function declare(program: Command, run: RunAction): void {
  const mcp = program
    .command('mcp')
    .description('serve an agent over the Model Context Protocol, on standard input and output')
    .addHelpText(
      'after',
      examples(['mcp', 'mcp --agent ada', 'mcp install', 'mcp install --client cursor --http']),
    )
    .action(run(runMcp));
  mcp
    .command('install')
    .description('print the setting for programs that use MCP; nothing is written')
    .option('--client <name>', `one of ${Object.keys(clientSettings).join(', ')}; default: all`)
    .option('--http', 'over HTTP instead of starting this command')
    .addHelpText(
      'after',
      examples(['mcp install', 'mcp install --client claude-code', 'mcp install --client vscode --http']),
    )
    .action(run(runInstall));
}

/** `salience mcp`: until the input ends. Standard output belongs to the protocol. */
async function runMcp(context: Context): Promise<number> {
  const [{ createClient }, { serveStdio }, { installedVersion }] = await Promise.all([
    import('@salience/client'),
    import('@salience/mcp-server'),
    import('@salience/supervisor/backup'),
  ]);
  const { agent, key, timeZone, url } = (await context.client()).address;
  await serveStdio(createClient({ baseUrl: url, key, agent, timeZone }), installedVersion());
  return exitCodes.ok;
}

/** `salience mcp install`. */
async function runInstall(
  context: Context,
  options: { readonly client?: string; readonly http?: boolean },
): Promise<number> {
  const names = options.client === undefined ? Object.keys(clientSettings) : [options.client];
  const reach = options.http === true ? await overHttp(context) : overStdio(context);
  const settings = names.map((name) => {
    const setting = clientSettings[name]?.(reach);
    if (setting !== undefined) return { client: name, ...setting };
    throw usageError(`Expected --client as one of ${Object.keys(clientSettings).join(', ')}, got "${name}".`);
  });
  if (context.json) printJson(settings);
  else
    for (const { client, text, where } of settings) {
      note(`${client}: ${where}`);
      print(`${text}\n`);
    }
  if (reach.kind === 'http' && context.env.apiKey === undefined)
    note(
      'Put a key of the agent in place of sk_…: ./salience agent key create default --label editor --scope read --scope talk --scope remember',
    );
  return exitCodes.ok;
}

/** This very command, with the home or the address that it was given. */
function overStdio({ agent, env: { apiKey, url }, home, namesUrl }: Context): Reach {
  const args = ['mcp', ...(agent === undefined ? [] : ['--agent', agent])];
  const env: Record<string, string> =
    namesUrl && url !== undefined
      ? { SALIENCE_URL: url, SALIENCE_API_KEY: apiKey ?? 'sk_…' }
      : { SALIENCE_HOME: home.dir };
  return { kind: 'stdio', command: join(repositoryRoot, 'salience'), args, env };
}

async function overHttp(context: Context): Promise<Reach> {
  const { url } = (await context.client()).address;
  return { kind: 'http', url: `${url}/mcp`, key: context.env.apiKey ?? 'sk_…' };
}
