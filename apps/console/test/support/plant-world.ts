import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scratchFolder, until } from '@salience/testing';
import type { ConsoleFixture } from './console-fixture.ts';

/** A name full of markup, a mark that turns the direction of what follows, and an escape code. */
export const hostileName = '<img src=x onerror=alert(1)> \u202Efdp.exe \u001B[31m.pdf';

interface Listed {
  readonly items: readonly {
    readonly location: string;
    readonly signal_id: string;
    readonly judged: { readonly activation_state: string | null } | null;
  }[];
}

/** A folder that a module of the agent watches, with real processes. */
export interface WatchedFolder {
  /** Saves a file there; resolves with its signal once it was judged, and with `asks` once the agent was asked about it. */
  save(name: string, asks?: boolean): Promise<string>;
}

/** Registers a module that watches a new folder, and waits until it is watched. */
export async function watchFolder({ ask, database }: ConsoleFixture, name: string): Promise<WatchedFolder> {
  const folder = scratchFolder(name);
  await ask('POST', '/modules', {
    module_id: name,
    cluster: name,
    version: '1.0',
    question_template: 'A file came: {location}. Is it homework?',
    default_threshold: 0.65,
    time_zone: 'UTC',
    quiet_hours: null,
    signal_priors: {
      filesystem: {
        watch_directories: [folder],
        relevant_extensions: ['.pdf'],
        irrelevant_extensions: ['.zip'],
      },
    },
  });
  const watched = () =>
    database.admin('select 1 from salience.roots where root = $1 and baseline_at is not null', [folder]);
  await until(async () => (await watched()).length > 0, {
    what: `${folder} to be watched`,
    timeoutMs: 30_000,
  });
  return {
    async save(file, asks = false) {
      writeFileSync(join(folder, file), `This is ${file}.`);
      const signal = await until(
        async () => {
          const { items } = (await ask('GET', '/signals')) as Listed;
          const found = items.find(
            ({ judged, location }) => judged !== null && location.endsWith(`/${file}`),
          );
          return !asks || found?.judged?.activation_state === 'asked' ? found : undefined;
        },
        { what: `the judgement of ${file}`, timeoutMs: 60_000 },
      );
      return signal.signal_id;
    },
  };
}
