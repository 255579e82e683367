import { Command, CommanderError } from 'commander';
import { createContext, type GlobalOptions } from './context.ts';
import { exitCodes } from './exit-codes.ts';
import { EXIT_CODES, type RunAction } from './command.ts';
import { commandsOf } from './commands.ts';

/** Runs one command to its end; resolves with its exit code. The code of a command is loaded only when it is called, or when all are listed. */
export async function runProgram(args: readonly string[]): Promise<number> {
  let code: number = exitCodes.ok;
  const program = await buildProgram(args, (result) => {
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

async function buildProgram(args: readonly string[], finish: (code: number) => void): Promise<Command> {
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
  const run: RunAction =
    (action) =>
    async (...received) => {
      const command = received.pop() as Command;
      const context = createContext(command.optsWithGlobals<GlobalOptions>());
      finish(await action(context, ...(received as never)));
    };
  for (const command of await commandsOf(args)) command.declare(program, run);
  settle(program);
  return program;
}

/** Every command throws instead of ending the process, and shows the exit codes in its help. */
function settle(command: Command): void {
  command.exitOverride().showHelpAfterError('(--help shows the usage)');
  for (const child of command.commands) settle(child);
}
