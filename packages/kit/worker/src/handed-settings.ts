import { closeSync, readFileSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { messageOf, SalienceError } from '@salience/errors';

/** Names the file descriptor over which the parent process passes settings. */
export const settingsVariable = 'SALIENCE_SETTINGS_FD';

/** Settings by the names of variables. */
export type Settings = Readonly<Record<string, string | undefined>>;

/** Settings by the program that they are for: a process may hold several, and none is told what is another's. */
export type HandedSettings = Readonly<Record<string, Settings>>;

let handed: HandedSettings | undefined;

/**
 * Reads the settings of one program of this process: the environment, and with lower precedence what the parent process passed for
 * `program`. Other processes can read an environment for as long as the process runs, and children inherit it; the descriptor is read
 * once and is in neither. Blocks until the parent has written. Throws `config.settings` when the descriptor cannot be read.
 */
export function settingsOf(environment: Settings, program: string): Settings {
  const descriptor = environment[settingsVariable];
  if (descriptor === undefined || descriptor === '') return environment;
  handed ??= readHanded(descriptor);
  return { ...handed[program], ...environment };
}

/** Passes settings to a child process through `pipe`. */
export function handSettings(pipe: Writable, settings: HandedSettings): void {
  // If the child ended before it read them, its exit reports that.
  pipe.on('error', () => undefined);
  pipe.end(JSON.stringify(settings));
}

function readHanded(descriptor: string): HandedSettings {
  try {
    const file = Number(descriptor);
    const text = readFileSync(file, 'utf8');
    closeSync(file);
    return JSON.parse(text) as HandedSettings;
  } catch (error) {
    // The parser's message would quote the settings.
    const reason = error instanceof SyntaxError ? 'what came is not JSON' : messageOf(error);
    throw new SalienceError(
      'config.settings',
      `Expected settings on descriptor ${descriptor}, which ${settingsVariable} names, but ${reason}. ` +
        `Unset ${settingsVariable} to use the environment alone.`,
    );
  }
}

/** The space of young objects of apps that have more than the others, in megabytes. */
const youngMb: Readonly<Record<string, number>> = { consumer: 8, digest: 16 };

/**
 * How Node runs a worker, wherever it is started. By itself V8 lets the space of young objects grow to 48 MB a process, and the
 * space of old ones to four times what is alive before it looks, and gives little of it back; eight small workers on one machine
 * need it elsewhere. With these limits old objects are looked at when they have grown by half. Measured with bench/footprint.ts:
 * a third less resident memory under load. Digest makes most of what is thrown away, and with larger spaces of young objects less
 * of it is copied first: an eighth less of its processor time for 36 MB (ADR 0048). Consumer throws away what a request brings: with 8 MB a
 * thought takes a third less of its processor time (bench/internal.ts). A worker that needs more than 384 MB of
 * objects has lost something; it ends, and is started again.
 */
export function nodeFlagsOf(app: string): readonly string[] {
  return [`--max-semi-space-size=${youngMb[app] ?? 2}`, '--max-old-space-size=384'];
}

/**
 * The same for a process that several apps share: more room, and code that is kept small rather than fast at any price. Measured with
 * bench/footprint.ts: 50 MB less for the two processes of a laptop, and a replay takes no longer.
 */
export const sharedNodeFlags: readonly string[] = [
  '--max-semi-space-size=2',
  '--max-old-space-size=512',
  '--optimize-for-size',
];
