import type { Migrated } from '@salience/database/schema';
import type { Home } from '../home/home.ts';

/** One step of a start that needs libraries which the supervisor does not need afterwards. Holds secrets: it travels through a pipe. */
export type PreparationTask =
  | { readonly kind: 'model'; readonly cacheDir: string; readonly weightsDir: string | undefined }
  | { readonly kind: 'redis'; readonly url: string }
  | {
      readonly kind: 'own-database' | 'given-database';
      readonly home: Home;
      /** The superuser's address of our own server, or the owner's of a given database. */
      readonly url: string;
      readonly postgresQueues: boolean;
    };

/** What a step resolves with. */
export interface PreparationResults {
  readonly model: { readonly modelId: string; readonly converted: boolean };
  readonly redis: undefined;
  readonly 'own-database': Migrated;
  readonly 'given-database': Migrated;
}

/** What the process of a step writes, as one line of JSON. */
export type PreparationReport =
  | { readonly done: unknown }
  | { readonly failed: { readonly code: string; readonly message: string } };

/** What the settings of such a process are handed over for, and the name of the one setting. */
export const preparationProgram = 'prepare';
export const taskSetting = 'SALIENCE_PREPARATION';
