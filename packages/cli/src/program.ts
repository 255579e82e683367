import { Command, CommanderError } from 'commander';
import { createContext, type GlobalOptions } from './context.ts';
import { exitCodes } from './exit-codes.ts';
import { addAgentCommands } from './program/agent-commands.ts';
import { addApprovalCommands } from './program/approval-commands.ts';
import { addFleetCommands } from './program/fleet-commands.ts';
import { type Act, EXIT_CODES } from './program/help.ts';
import { addOperatorKeyCommands } from './program/key-commands.ts';
import { addMemoryCommands } from './program/memory-commands.ts';
import { addSettleCommands } from './program/settle-commands.ts';
import { addTalkCommands } from './program/talk-commands.ts';
import { addToolCommands } from './program/tool-commands.ts';
import { addUpkeepCommands } from './program/upkeep-commands.ts';

/** Runs one command to its end; resolves with its exit code. Commands load their code only when they are called. */
export async function runProgram(args: readonly string[]): Promise<number> {
  let code: number = exitCodes.ok;
  const program = buildProgram((result) => {
    code = result;
  });
  try {
    await program.parseAsync([...args], { from: 'user' });
    return code;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // Help and version end the program this way too, and are no mistake.
    return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
  }
}

function buildProgram(finish: (code: number) => void): Command {
  const program = new Command('./salience')
    .description('A self-hosted cognitive runtime for always-on AI agents')
    .option(
      '--url <url>',
      'where Salience runs (or SALIENCE_URL; default: what runs on this home, else port 3300)',
    )
    .option('--agent <name>', 'the agent to speak with, where no API key decides it')
    .option(
      '--home <folder>',
      'folder for data, logs and locks (or SALIENCE_HOME; default: .salience in the repository)',
    )
    .option('--json', 'print results as JSON')
    .option('--debug', 'show the stack of a failure')
    .addHelpText(
      'after',
      `${EXIT_CODES}\n\nStart here:\n  $ ./salience up\n  $ ./salience chat "My sister Ana lives in Porto. Remember that."`,
    );
  /** Runs an action with the options of the whole command line. */
  const act =
    (load: () => Promise<Act>) =>
    async (...received: unknown[]): Promise<void> => {
      const command = received.pop() as Command;
      const context = createContext(command.optsWithGlobals<GlobalOptions>());
      const action = await load();
      finish(await action(context, ...(received as never[])));
    };
  addFleetCommands(program, act);
  addTalkCommands(program, act);
  addApprovalCommands(program, act);
  addMemoryCommands(program, act);
  addAgentCommands(program, act);
  addToolCommands(program, act);
  addOperatorKeyCommands(program, act);
  addSettleCommands(program, act);
  addUpkeepCommands(program, act);
  settle(program);
  return program;
}

/** Every command throws instead of ending the process, and shows the exit codes in its help. */
function settle(command: Command): void {
  command.exitOverride().showHelpAfterError('(--help shows how it is called)');
  for (const child of command.commands) settle(child);
}
