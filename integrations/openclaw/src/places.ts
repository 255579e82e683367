import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PluginApi } from './gateway-shapes.ts';

/** Which session of the gateway belongs to which channel of the PFC. */
export interface Places {
  /** Notes a channel that was heard. */
  note(channel: string, sessionKey: string): void;
  sessionOf(channel: string): string | undefined;
  /** The channels, the one that was noted first at the head. */
  channels(): readonly string[];
}

const placesMax = 1_000;
const fileCharsMax = 1_000_000;

/**
 * Makes the places. They stand in the gateway's state directory as names alone, since a floor may be given after a restart and before anybody says a word; a gateway without one
 * knows a channel once it was heard.
 */
export function createPlaces(api: PluginApi): Places {
  const file = fileOf(api);
  const known = read(file);
  return {
    note(channel, sessionKey) {
      if (known.get(channel) === sessionKey) return;
      known.set(channel, sessionKey);
      for (const oldest of known.keys()) {
        if (known.size <= placesMax) break;
        known.delete(oldest);
      }
      write(api, file, known);
    },
    sessionOf: (channel) => known.get(channel),
    channels: () => [...known.keys()],
  };
}

function fileOf(api: PluginApi): string | undefined {
  try {
    const folder = api.runtime?.state?.resolveStateDir?.();
    return folder === undefined ? undefined : join(folder, 'salience-pfc', 'places.json');
  } catch {
    return undefined;
  }
}

function read(file: string | undefined): Map<string, string> {
  try {
    const text = file === undefined ? '{}' : readFileSync(file, 'utf8');
    const found: unknown = text.length > fileCharsMax ? {} : JSON.parse(text);
    const pairs = Object.entries(found ?? {}).filter(
      (pair): pair is [string, string] => typeof pair[1] === 'string',
    );
    return new Map(pairs.slice(-placesMax));
  } catch {
    // None yet, or none that can be read.
    return new Map();
  }
}

function write(api: PluginApi, file: string | undefined, known: ReadonlyMap<string, string>): void {
  if (file === undefined) return;
  try {
    mkdirSync(join(file, '..'), { recursive: true, mode: 0o700 });
    writeFileSync(`${file}.new`, JSON.stringify(Object.fromEntries(known)), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  } catch {
    api.logger.warn(
      'salience-pfc: channels could not be noted; after a restart each is known once it is heard',
    );
  }
}
