import { agentViewSchema } from '@salience/contracts';
import { counted } from '@salience/supervisor/home';
import type { Command } from 'commander';
import { withAdministration } from '../administration.ts';
import { examples, type RunAction } from '../command.ts';
import type { Context } from '../context.ts';
import { loadPast } from '../demo/past.ts';
import { steps } from '../demo/present.ts';
import { exitCodes } from '../exit-codes.ts';
import { colour, note, print, printJson } from '../terminal.ts';

const agents = {
  example:
    'You help Mira, who makes ceramics in Porto. You answer briefly and plainly, and you say what you do not know.',
  'example-studio': 'You keep an eye on kiln, clay and firings in the studio of Mira.',
};

/** demo: an example life to look at. */
export function declare(program: Command, run: RunAction): void {
  program
    .command('demo')
    .description(
      'load an example life into an agent of its own, "example", so that every page of the console has something to show',
    )
    .addHelpText(
      'after',
      `${examples(['demo', 'demo --json'])}
It is six weeks of what Mira, who makes ceramics, told her agent, and a day of talk, orders, reminders and tasks that go through the
API as yours do. Your own agents are not touched. A second time adds only what is missing.`,
    )
    .action(run(runDemo));
}

/** `salience demo`: agents, what was said, and today. Each part is there once, however often it is loaded. */
async function runDemo(context: Context): Promise<number> {
  await withAdministration(context, async (all) => {
    const known = new Set((await all.agents()).map(({ name }) => name));
    for (const [name, persona] of Object.entries(agents))
      if (!known.has(name)) await all.createAgent(name, { persona, settings: {}, files: [] });
  });
  const named = Object.keys(agents) as [string, string];
  const client = await context.client(named[0]);
  const { agent_id: id } = await client.ask('/agents/me', agentViewSchema);
  const imported = await loadPast(client, id, new Date());
  if (!context.json) note(colour.dim(`${counted(imported, 'exchange')} of six weeks`));
  for (const step of steps) {
    await step.run({ client, agentId: id, agent: named[0], other: named[1] });
    if (!context.json) note(colour.dim(step.name));
  }
  const url = `${client.address.url}/console`;
  if (context.json) printJson({ agent: named[0], agent_id: id, imported, url });
  else print(`The example life is loaded into agent "${named[0]}". Look at it: ./salience open, or ${url}`);
  return exitCodes.ok;
}
