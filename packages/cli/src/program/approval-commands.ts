import type { Command } from 'commander';
import type { AnswerFlags } from '../commands/approvals.ts';
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
      .option('--hash <hash>', 'only when the request is the one with this hash, as `show --json` gives it')
      .option('--yes', 'do not ask at the terminal')
      .description(answer === 'approve' ? 'print the whole request and let exactly that happen' : 'say no')
      .addHelpText('after', examples([`approvals ${answer} apr_0193…`]))
      .action(
        act(async () => {
          const { runApprovalAnswer } = await load();
          return (context: Context, id: string, flags: AnswerFlags) =>
            runApprovalAnswer(context, id, { answer }, flags);
        }),
      );
  }
  approvals
    .command('edit')
    .argument('<id>')
    .argument('<arguments>', 'a JSON object')
    .option('--hash <hash>', 'only when the request is the one with this hash, as `show --json` gives it')
    .option('--yes', 'do not ask at the terminal')
    .description('let it happen with these arguments instead')
    .addHelpText('after', examples([`approvals edit apr_0193… '{"to":"ana@example.org"}'`]))
    .action(
      act(async () => {
        const { requireArguments, runApprovalAnswer } = await load();
        return (context: Context, id: string, edited: string, flags: AnswerFlags) =>
          runApprovalAnswer(context, id, { answer: 'edit', arguments: requireArguments(edited) }, flags);
      }),
    );
}
