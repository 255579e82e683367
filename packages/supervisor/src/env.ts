import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { type Settings, settingsOf } from '@salience/worker';
import { type PreparationTask, preparationProgram, taskSetting } from './preparation/task.ts';
import { repositoryRoot } from './repository.ts';

/** What the settings of a supervisor in the background are handed over for. */
export const supervisorProgram = 'supervisor';

/** The settings of the command line that come from the environment. */
export interface SalienceEnv {
  /** Folder for data, logs and locks. */
  readonly home: string;
  /** The port that `up` serves on, not yet checked. */
  readonly port: string;
  /** The address that `up` listens on. */
  readonly host: string;
  /** Where a running Salience is, for the commands that talk to one. */
  readonly url: string | undefined;
  /** Sent as a bearer token: the key of an agent, or a person's token. */
  readonly apiKey: string | undefined;
  /** Sent as a bearer token to the operator's routes. */
  readonly operatorKey: string | undefined;
  /** For `up` and `migrate` the migrator's address, for `agent` and `dead-letters` the operator's. */
  readonly databaseUrl: string | undefined;
  /** For work that needs the server itself: DATABASE_DIRECT_URL, else DATABASE_URL. */
  readonly directDatabaseUrl: string | undefined;
  readonly redisUrl: string | undefined;
  /** A Redis or Valkey server program to use for the private server. */
  readonly redisServer: string | undefined;
  readonly searchPath: string | undefined;
  /** `auto`, `redis` or `postgres`, not yet checked. */
  readonly queues: string;
  /** `shared` or `each`, not yet checked. */
  readonly processes: string;
  /** All settings; each started process gets its own part. Never print this. */
  readonly settings: Readonly<Record<string, string>>;
  /** A file with servers of external tools. */
  readonly mcpConfig: string | undefined;
  /** The time zone that is set for this installation, not yet checked. */
  readonly timeZone: string | undefined;
  /** Where the settings came from, for `doctor`. */
  readonly origin: SettingsOrigin;
  /** The value of SALIENCE_PASSWORD_<NAME>; undefined when it is not set. */
  rolePassword(name: string): string | undefined;
}

/** The settings as they were found, secrets included: never print them. */
export interface SettingsOrigin {
  /** What the environment said before any file was read. */
  readonly environment: Readonly<Record<string, string>>;
  /** The file `.env` of the repository, whether or not it exists. */
  readonly file: string;
  /** Both together, without what is set to nothing. */
  readonly effective: Readonly<Record<string, string>>;
}

/** Reads the settings, and below them the file `.env` of the repository, which never overrides a set variable. */
export function readEnv(): SalienceEnv {
  const file = join(repositoryRoot, '.env');
  const told = settingsOf(process.env, supervisorProgram);
  // Not into process.env: from there every program that is started would have it.
  const written = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
  const source: Settings = { ...written, ...told };
  const given = (name: string): string | undefined => (source[name] === '' ? undefined : source[name]);
  const effective = filled(source);
  return {
    home: given('SALIENCE_HOME') ?? join(repositoryRoot, '.salience'),
    port: given('PORT') ?? '3300',
    host: given('SALIENCE_HOST') ?? '127.0.0.1',
    url: given('SALIENCE_URL'),
    apiKey: given('SALIENCE_API_KEY'),
    operatorKey: given('SALIENCE_OPERATOR_KEY'),
    databaseUrl: given('DATABASE_URL'),
    directDatabaseUrl: given('DATABASE_DIRECT_URL') ?? given('DATABASE_URL'),
    redisUrl: given('REDIS_URL'),
    redisServer: given('REDIS_SERVER_PATH'),
    searchPath: given('PATH'),
    queues: given('SALIENCE_QUEUES') ?? 'auto',
    processes: given('SALIENCE_PROCESSES') ?? 'shared',
    mcpConfig: given('SALIENCE_MCP_CONFIG'),
    timeZone: given('SALIENCE_TIME_ZONE'),
    settings: effective,
    origin: { environment: filled(told), file, effective },
    rolePassword: (name) => given(`SALIENCE_PASSWORD_${name}`),
  };
}

/** The step that this process was started for. */
export function readPreparationTask(): PreparationTask {
  return JSON.parse(settingsOf(process.env, preparationProgram)[taskSetting] ?? '') as PreparationTask;
}

function filled(source: Settings): Record<string, string> {
  const set = Object.entries(source).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '',
  );
  return Object.fromEntries(set);
}
