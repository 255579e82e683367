import { closeSync, readFileSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { messageOf, SalienceError } from '@salience/errors';

/** Names the descriptor over which whoever started this process hands it its settings. */
export const settingsVariable = 'SALIENCE_SETTINGS_FD';

/** Settings by the names of variables. */
export type Settings = Readonly<Record<string, string | undefined>>;

let handed: Settings | undefined;

/**
 * The settings of this process: its environment, and below it what was handed over. An environment can be read by
 * others for as long as the process runs, and children inherit it; what comes through the descriptor is read once, to
 * its end, and is in neither. Waits for whoever hands over. Throws `config.settings` when the descriptor cannot be read.
 */
export function settingsOf(environment: Settings): Settings {
  const descriptor = environment[settingsVariable];
  if (descriptor === undefined || descriptor === '') return environment;
  handed ??= readHanded(descriptor);
  return { ...handed, ...environment };
}

/** Hands settings to a process that was told of the other end of `pipe`. */
export function handSettings(pipe: Writable, settings: Settings): void {
  // A process that ended before it read them is told by its end.
  pipe.on('error', () => undefined);
  pipe.end(JSON.stringify(settings));
}

function readHanded(descriptor: string): Settings {
  try {
    const file = Number(descriptor);
    const text = readFileSync(file, 'utf8');
    closeSync(file);
    return JSON.parse(text) as Settings;
  } catch (error) {
    // The parser quotes what it read.
    const reason = error instanceof SyntaxError ? 'what came is not JSON' : messageOf(error);
    throw new SalienceError(
      'config.settings',
      `Expected settings on descriptor ${descriptor}, which ${settingsVariable} names, but ${reason}. ` +
        `Unset ${settingsVariable} to use the environment alone.`,
    );
  }
}

/**
 * How Node runs a worker, wherever it is started. By itself V8 lets the space of young objects grow to 48 MB a process, and the
 * space of old ones to four times what is alive before it looks, and gives little of it back; eight small workers on one machine
 * need it elsewhere. With these limits old objects are looked at when they have grown by half. Measured with bench/footprint.ts:
 * a third less resident memory under load. A worker that needs more than 384 MB of objects has lost something; it ends, and is
 * started again.
 */
export const nodeFlags: readonly string[] = ['--max-semi-space-size=2', '--max-old-space-size=384'];
