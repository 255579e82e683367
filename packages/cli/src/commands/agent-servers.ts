import { SalienceError } from '@salience/errors';
import type { Command } from 'commander';
import { withAdministration } from '../administration.ts';
import { isSkill } from '../agents/skill-files.ts';
import { examples, type RunAction } from '../command.ts';
import type { Context } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { print, printJson, table } from '../terminal.ts';
import { visibleLines } from '../visible-lines.ts';

/** agent servers. */
export function declare(agent: Command, run: RunAction): void {
  agent
    .command('servers')
    .argument('<name>')
    .argument(
      '[paths...]',
      'skills, such as skills/tracker/SKILL.md; without them, lists which name a server',
    )
    .description('review the servers that skills of an agent bring, and allow them to be started')
    .option('--refuse', 'take it back: the servers are ended within seconds')
    .addHelpText(
      'after',
      examples([
        'agent servers ada',
        'agent servers ada skills/tracker/SKILL.md',
        'agent servers ada skills/tracker/SKILL.md --refuse',
      ]),
    )
    .action(run(runAgentServers));
}

/**
 * `salience agent servers <name> [paths...]`: lists the skills that name a server and whether it may be started; with paths shows
 * each whole and allows the server of exactly that text.
 */
async function runAgentServers(
  context: Context,
  name: string,
  paths: readonly string[],
  options: { readonly refuse?: boolean },
): Promise<number> {
  return withAdministration(context, async (all) => {
    const { files } = await all.identity(name);
    const bringing = files.filter((file) => isSkill(file) && namesServer(file));
    if (paths.length === 0) {
      if (context.json) printJson(bringing.map(({ allowed, path }) => ({ path, allowed })));
      else
        print(
          table(
            ['skill with a server', 'allowed'],
            bringing.map(({ allowed, path }) => [path, allowed ? 'yes' : 'no']),
          ),
        );
      return exitCodes.ok;
    }
    const read = paths.map((path) => bringing.find((file) => file.path === path) ?? noServer(name, path));
    const allow = options.refuse !== true;
    if (!context.json && allow)
      for (const { content, path } of read) print(`${path}\n${visibleLines(content)}`);
    const done = await all.allowServers(name, read, allow);
    if (context.json) printJson(done);
    else if (allow)
      print(`Allowed the servers of ${done.join(', ')}. If a file changes, you are asked again.`);
    else print(`No longer allowed: the servers of ${done.join(', ')}.`);
    return done.length === read.length ? exitCodes.ok : exitCodes.failure;
  });
}

/** True where the front matter has a `server`, in either way of writing YAML. */
function namesServer({ content }: { readonly content: string }): boolean {
  const [, front = ''] = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)\r?\n---/.exec(content) ?? [];
  return /(?:^|[{,]\s*)["']?server["']?\s*:/m.test(front);
}

function noServer(name: string, path: string): never {
  throw new SalienceError(
    'agent.server-unknown',
    `Agent "${name}" has no skill ${path} that names a server. List those that do with "salience agent servers ${name}".`,
  );
}
