import { pageSchema, type RoomState, roomStateSchema, roomViewSchema } from '@salience/contracts';
import { usageError } from '@salience/supervisor/home';
import { type Command, Option } from 'commander';
import { examples, type RunAction } from '../command.ts';
import type { Context } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { roomLines, roomTable } from '../rooms/room-lines.ts';
import { print, printJson } from '../terminal.ts';

interface CreateFlags {
  readonly name?: string;
  readonly kind: string;
  readonly hands: string;
}

/** room: where agents and people talk, as the switchboard shows it. */
export function declare(program: Command, run: RunAction): void {
  const room = program
    .command('room')
    .description('rooms in which agents and people talk; the console shows them in a browser')
    .addHelpText('after', examples(['room create standup viktor sarah', 'room show standup', 'room list']));
  room
    .command('list')
    .description('list rooms: who is there, how many hands are up, who speaks')
    .addHelpText('after', examples(['room list', 'room list --json']))
    .action(run(runList));
  room
    .command('create')
    .argument('<room>', 'its id: a number as at a Bridge, or a name of a–z, 0–9, - and _')
    .argument('[agents...]', 'agents that are in it')
    .option('--name <name>', 'what it is called; default: its id')
    .addOption(new Option('--kind <kind>', 'what it is').choices(['voice', 'text']).default('voice'))
    .option('--hands <n>', 'agents’ hands that may be up at once', '2')
    .description('make a room')
    .addHelpText('after', examples(['room create standup viktor sarah', 'room create 10 --name Standup']))
    .action(run(runCreate));
  room
    .command('show')
    .argument('<room>', 'its id')
    .description('show members, hands, who waits and the latest messages')
    .addHelpText('after', examples(['room show standup']))
    .action(run(runShow));
  room
    .command('join')
    .argument('<room>', 'its id')
    .argument('<agent>', 'the agent that is to be in it')
    .description('add an agent to a room; a voice room is where it listens then, unless it is in another one')
    .addHelpText('after', examples(['room join standup olivia']))
    .action(run(runJoin));
}

async function runList(context: Context): Promise<number> {
  const client = await context.client();
  const page = await client.ask('/rooms', pageSchema(roomViewSchema));
  if (context.json) printJson(page.items);
  else
    print(
      page.items.length === 0
        ? 'There is no room. Make one: salience room create <room> [agents...]'
        : roomTable(page.items),
    );
  return exitCodes.ok;
}

async function runCreate(
  context: Context,
  id: string,
  agents: readonly string[],
  { hands, kind, name }: CreateFlags,
): Promise<number> {
  const most = Number(hands);
  if (!Number.isInteger(most) || most < 1)
    throw usageError(`Expected --hands of at least 1, got "${hands}".`);
  const client = await context.client();
  const body = { id, kind, hands_max: most, agents, ...(name === undefined ? {} : { name }) };
  return shown(context, await client.ask('/rooms', roomStateSchema, { method: 'POST', body }));
}

async function runShow(context: Context, id: string): Promise<number> {
  const client = await context.client();
  return shown(context, await client.ask(`/rooms/${encodeURIComponent(id)}`, roomStateSchema));
}

async function runJoin(context: Context, id: string, agent: string): Promise<number> {
  const client = await context.client();
  const path = `/rooms/${encodeURIComponent(id)}/members`;
  return shown(context, await client.ask(path, roomStateSchema, { method: 'POST', body: { agent } }));
}

function shown(context: Context, room: RoomState): number {
  if (context.json) printJson(room);
  else print(roomLines(room));
  return exitCodes.ok;
}
