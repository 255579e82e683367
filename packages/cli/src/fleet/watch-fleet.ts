import { ownTimeZone } from '../client/own-time-zone.ts';
import { messageOf } from '@salience/errors';
import { untilStopped } from '../until-stopped.ts';
import { jsonText } from '../terminal-text.ts';
import { duration } from '@salience/supervisor/home';
import { colour, print } from '../terminal.ts';
import type { FleetReader } from './fleet-reader.ts';
import type { FleetReading } from './fleet-reading.ts';
import { enterScreen, type LiveScreen, wrap } from './live-screen.ts';
import { fleetJson, fleetLines } from './render-fleet.ts';

/** How the fleet is watched. */
export interface WatchOptions {
  readonly all: boolean;
  /** Between two readings. */
  readonly everyMs: number;
  /** Stops after this many updates; by default it runs until it is stopped. */
  readonly count: number | undefined;
  readonly json: boolean;
}

/**
 * Shows the fleet until somebody says stop: over and over in place on a terminal, else one block (or, as JSON, one line)
 * after another. A fleet that is away is waited for; meanwhile the last numbers stay, marked as old.
 */
export async function watchFleet(reader: FleetReader, options: WatchOptions): Promise<void> {
  const stop = untilStopped();
  const view = process.stdout.isTTY && !options.json ? onScreen(stop.now, options) : asBlocks(options);
  try {
    for (let shown = 0; !stop.signal.aborted; ) {
      view.show(await readOne(reader));
      shown += 1;
      if (shown === options.count) return;
      await stop.orAfter(options.everyMs);
    }
  } finally {
    view.end();
    stop.release();
  }
}

type Outcome = { readonly reading: FleetReading } | { readonly failure: string };

async function readOne(reader: FleetReader): Promise<Outcome> {
  try {
    return { reading: await reader.read() };
  } catch (error) {
    // A restart is no reason to stop watching.
    return { failure: messageOf(error) };
  }
}

interface View {
  show(outcome: Outcome): void;
  end(): void;
}

function onScreen(quit: () => void, { all, everyMs }: WatchOptions): View {
  let last: { readonly reading: FleetReading; readonly at: number } | undefined;
  let failure: string | undefined;
  const draw = (): void => {
    const now = Date.now();
    const age = last === undefined ? '' : ` These numbers are ${duration(now - last.at)} old.`;
    const said = failure === undefined ? [] : wrap(`${failure}${age}`, process.stdout.columns);
    const old = said.length === 0 ? [] : [...said.map((line) => colour.red(line)), ''];
    const lines = last === undefined ? [] : fleetLines(last.reading, last.at, all);
    const foot = [
      '',
      colour.dim(
        `${`${new Date(now).toLocaleTimeString()} (${ownTimeZone(undefined)})`}, every ${duration(everyMs)}. Press q to quit.`,
      ),
    ];
    screen.draw([...old, ...lines, ...foot]);
  };
  const screen: LiveScreen = enterScreen(process.stdout, process.stdin, { onQuit: quit, onRedraw: draw });
  return {
    show: (outcome) => {
      if ('reading' in outcome) last = { reading: outcome.reading, at: Date.now() };
      failure = 'failure' in outcome ? outcome.failure : undefined;
      draw();
    },
    end: () => screen.leave(),
  };
}

function asBlocks({ all, json }: WatchOptions): View {
  return {
    show: (outcome) => {
      const at = new Date().toISOString();
      if (json) {
        print(
          jsonText(
            'reading' in outcome
              ? fleetJson(outcome.reading, all)
              : { at, ready: false, error: outcome.failure },
          ),
        );
        return;
      }
      const lines = 'reading' in outcome ? fleetLines(outcome.reading, Date.now(), all) : [outcome.failure];
      print(`${at}\n${lines.join('\n')}\n`);
    },
    end: () => {},
  };
}
