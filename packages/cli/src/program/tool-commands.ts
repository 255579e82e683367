import type { Command } from 'commander';
import { type ActWith, examples } from './help.ts';

/** tools. */
export function addToolCommands(program: Command, act: ActWith): void {
  const load = () => import('../commands/tools.ts');
  const config = ['--config <file>', 'the file of tool servers (or SALIENCE_MCP_CONFIG)'] as const;
  const tools = program
    .command('tools')
    .description('tools of other programs, and whose words models are shown of them')
    .addHelpText(
      'after',
      examples(['tools', 'tools vouch files__read', 'tools list --config ./servers.json']),
    );
  tools
    .command('list', { isDefault: true })
    .description(
      'ask every server which tools it has; shows the tier of each and whether somebody vouched for its words',
    )
    .option(...config)
    .addHelpText('after', examples(['tools', 'tools list --json']))
    .action(act(async () => (await load()).runToolList));
  tools
    .command('vouch')
    .argument('<tools...>', 'as "tools" names them')
    .description('read all that servers say of tools and vouch for it, so that models may be shown it')
    .option(...config)
    .addHelpText('after', examples(['tools vouch files__read files__list']))
    .action(act(async () => (await load()).runToolVouch));
}
