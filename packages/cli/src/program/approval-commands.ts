import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { type ActWith, examples } from './help.ts';

/** What an agent may do only after a yes, and how a person answers. */
export function addApprovalCommands(program: Command, act: ActWith): void {
  const approvals = program
    .command('approvals')
    .description('actions that wait for your yes; without an answer until their deadline it is a no')
    .addHelpText('after', examples(['approvals list', 'approvals approve apr_0193…']));
  const load = () => import('../commands/approvals.ts');
  approvals
    .command('list')
    .option('--all', 'answered ones too')
    .option('--state <state>', 'only those that are pending, approved, edited, refused or expired')
    .option('--thread <id>', 'only those of this thread')
    .description('list them')
    .addHelpText('after', examples(['approvals list', 'approvals list --all --json']))
    .action(act(async () => (await load()).runApprovalList));
  approvals
    .command('show')
    .argument('<id>')
    .description('show one, with its exact arguments')
    .addHelpText('after', examples(['approvals show apr_0193…']))
    .action(act(async () => (await load()).runApprovalShow));
  for (const answer of ['approve', 'refuse'] as const) {
    approvals
      .command(answer)
      .argument('<id>')
      .description(answer === 'approve' ? 'let it happen, exactly as asked' : 'say no')
      .addHelpText('after', examples([`approvals ${answer} apr_0193…`]))
      .action(
        act(async () => {
          const { runApprovalAnswer } = await load();
          return (context: Context, id: string) => runApprovalAnswer(context, id, answer);
        }),
      );
  }
  approvals
    .command('edit')
    .argument('<id>')
    .argument('<arguments>', 'a JSON object')
    .description('let it happen with these arguments instead')
    .addHelpText('after', examples([`approvals edit apr_0193… '{"to":"ana@example.org"}'`]))
    .action(
      act(async () => {
        const { runApprovalAnswer } = await load();
        return (context: Context, id: string, edited: string) =>
          runApprovalAnswer(context, id, 'edit', edited);
      }),
    );
}
