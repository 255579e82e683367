import type { Command } from 'commander';
import { type RunAction, examples } from '../command.ts';
import {
  agentIdSchema,
  agentViewSchema,
  type FleetEventView,
  fleetEventSchema,
  threadIdSchema,
  threadViewSchema,
} from '@salience/contracts';
import type { Context } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { usageError } from '@salience/supervisor/home';
import { spanMs } from '../schedules/due-time.ts';
import { shownZone } from '../client/shown-zone.ts';
import { eventLine } from '../tail/event-line.ts';
import { followFleet } from '../tail/follow-fleet.ts';
import { jsonText } from '../terminal-text.ts';
import { colour, note, print } from '../terminal.ts';
import { untilStopped } from '../until-stopped.ts';

/** tail. */
export function declare(program: Command, run: RunAction): void {
  program
    .command('tail')
    .description(
      'show the events of the fleet: turns, dead letters, quarantine, takeovers, workers, operators',
    )
    .option(
      '--kind <kinds>',
      'accepted, ended, quarantined, dead-letter, takeover, worker-up, worker-down, operator; several with commas',
    )
    .option('--thread <thread>', 'only of one thread, by id or key')
    .option('--since <span>', 'start in the past, at most an hour: 30s, 10m')
    .option('--count <n>', 'stop after this many events')
    .addHelpText(
      'after',
      examples([
        'tail',
        'tail --agent ada --kind ended,quarantined',
        'tail --since 10m --kind dead-letter',
        './salience tail --json | jq .turn_id',
      ]),
    )
    .action(run(runTail));
}

/** The options of `salience tail`. */
export interface TailFlags {
  readonly kind?: string;
  readonly thread?: string;
  readonly since?: string;
  readonly count?: string;
}

const KINDS = fleetEventSchema.options.map(({ shape }) => shape.type.value);

/** `salience tail`: prints fleet events until it is stopped. */
export async function runTail(context: Context, flags: TailFlags): Promise<number> {
  const wanted = await filterOf(context, flags);
  const { count: asked = 'Infinity' } = flags;
  const count = Number(asked);
  if (!(count >= 1)) throw usageError(`Expected a number from 1 for --count, got "${asked}".`);
  const back = flags.since === undefined ? undefined : spanMs(flags.since);
  if (flags.since !== undefined && back === undefined)
    throw usageError(`Expected a span like 30s, 10m or 1h for --since, got "${flags.since}".`);
  const client = await context.operatorClient();
  const zone = context.json ? 'UTC' : await shownZone(context, await context.client());
  if (!context.json) note(colour.dim(`Times are those of ${zone}.`));
  const stop = untilStopped();
  let shown = 0;
  try {
    const events = followFleet(client, {
      stop,
      ...(back === undefined ? {} : { from: Date.now() - back }),
      onConnection: (state) =>
        note(
          colour.dim(
            state === 'lost' ? 'The connection was lost; retrying.' : 'Reconnected; a gap would be reported.',
          ),
        ),
    });
    for await (const event of events) {
      if (!wanted(event)) continue;
      print(context.json ? jsonText(event) : eventLine(event, zone));
      shown += 1;
      if (shown >= count) break;
    }
  } finally {
    stop.now();
    stop.release();
  }
  return exitCodes.ok;
}

async function filterOf(context: Context, flags: TailFlags): Promise<(event: FleetEventView) => boolean> {
  const kinds = flags.kind?.split(',').map((kind) => kind.trim());
  const unknown = kinds?.find((kind) => !KINDS.some((one) => one === kind));
  if (unknown !== undefined)
    throw usageError(`There are no events of kind "${unknown}". There are: ${KINDS.join(', ')}.`);
  const [agent, thread] = [await agentOf(context), await threadOf(context, flags.thread)];
  return (event) => {
    // A gap is reported whatever the filter: wanted events may be missing.
    if (event.type === 'gap') return true;
    if (kinds !== undefined && !kinds.includes(event.type)) return false;
    if (agent !== undefined && (!('agent_id' in event) || event.agent_id !== agent)) return false;
    return thread === undefined || ('thread_id' in event && event.thread_id === thread);
  };
}

/** The id of the agent that --agent names. */
async function agentOf(context: Context): Promise<string | undefined> {
  if (context.agent === undefined || agentIdSchema.safeParse(context.agent).success) return context.agent;
  const client = await context.client();
  return (await client.ask('/agents/me', agentViewSchema)).agent_id;
}

/** The id of the thread that --thread names, by id or by key. */
async function threadOf(context: Context, thread: string | undefined): Promise<string | undefined> {
  if (thread === undefined || threadIdSchema.safeParse(thread).success) return thread;
  const client = await context.client();
  return (await client.ask(`/threads/${encodeURIComponent(thread)}`, threadViewSchema)).thread_id;
}
