import type { Command } from 'commander';
import type { RunAction } from './command.ts';

/** A file of `commands/`: one command, with its options, its help and what it does. */
export interface CommandModule {
  /** Adds the command to the program. */
  declare(program: Command, run: RunAction): void;
}

/** Every command by name, in the order of the help. */
const commands: Readonly<Record<string, () => Promise<CommandModule>>> = {
  up: () => import('./commands/up.ts'),
  demo: () => import('./commands/demo.ts'),
  open: () => import('./commands/open.ts'),
  down: () => import('./commands/down.ts'),
  status: () => import('./commands/status.ts'),
  tail: () => import('./commands/tail.ts'),
  chat: () => import('./commands/chat.ts'),
  listen: () => import('./commands/listen.ts'),
  why: () => import('./commands/why.ts'),
  'replay-decision': () => import('./commands/replay-decision.ts'),
  mcp: () => import('./commands/mcp.ts'),
  rerun: () => import('./commands/rerun.ts'),
  'what-if': () => import('./commands/what-if.ts'),
  replay: () => import('./commands/replay.ts'),
  policy: () => import('./commands/policy.ts'),
  room: () => import('./commands/room.ts'),
  feedback: () => import('./commands/feedback.ts'),
  approvals: () => import('./commands/approvals.ts'),
  tasks: () => import('./commands/tasks.ts'),
  review: () => import('./commands/review.ts'),
  memory: () => import('./commands/memory.ts'),
  people: () => import('./commands/people.ts'),
  agent: () => import('./commands/agent.ts'),
  tools: () => import('./commands/tools.ts'),
  operator: () => import('./commands/operator.ts'),
  'dead-letters': () => import('./commands/dead-letters.ts'),
  schedule: () => import('./commands/schedule.ts'),
  quarantine: () => import('./commands/quarantine.ts'),
  doctor: () => import('./commands/doctor.ts'),
  bench: () => import('./commands/bench.ts'),
  eval: () => import('./commands/eval.ts'),
  backup: () => import('./commands/backup.ts'),
  restore: () => import('./commands/restore.ts'),
  migrate: () => import('./commands/migrate.ts'),
  audit: () => import('./commands/audit.ts'),
  channel: () => import('./commands/channel.ts'),
  hook: () => import('./commands/hook.ts'),
  mailbox: () => import('./commands/mailbox.ts'),
  pulse: () => import('./commands/pulse.ts'),
  pfc: () => import('./commands/pfc.ts'),
};

/** The commands that the words of a command line may mean; every one where they name none, as for --help. */
export async function commandsOf(args: readonly string[]): Promise<CommandModule[]> {
  const all = Object.entries(commands);
  const named = all.filter(([name]) => args.includes(name));
  return await Promise.all((named.length === 0 ? all : named).map(([, load]) => load()));
}
