import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from './repository.ts';

/** The settings of the command line that come from the environment. */
export interface CliEnv {
  /** Folder for data, logs and locks. */
  readonly home: string;
  /** The port that `up` serves on, not yet checked. */
  readonly port: string;
  /** The address that `up` listens on. */
  readonly host: string;
  /** Where a running Salience is, for the commands that talk to one. */
  readonly url: string | undefined;
  /** Sent as a bearer token. */
  readonly apiKey: string | undefined;
  /** Sent as a bearer token to the operator's routes. */
  readonly operatorKey: string | undefined;
  /** For `up` and `migrate` the migrator's address, for `agent` and `dead-letters` the operator's. */
  readonly databaseUrl: string | undefined;
  readonly redisUrl: string | undefined;
  /** A Redis or Valkey server program to use for the private server. */
  readonly redisServer: string | undefined;
  readonly searchPath: string | undefined;
  /** `auto`, `redis` or `postgres`, not yet checked. */
  readonly queues: string;
  /** Everything the apps inherit: the environment without addresses that hold the migrator's secrets. */
  readonly inherited: Readonly<Record<string, string>>;
  /** A file with servers of external tools. */
  readonly mcpConfig: string | undefined;
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

const WITHHELD = new Set(['DATABASE_URL', 'REDIS_URL', 'SALIENCE_OPERATOR_KEY']);

/** Reads the environment, and before it the file `.env` of the repository, which never overrides a set variable. */
export function readEnv(): CliEnv {
  const file = join(repositoryRoot, '.env');
  const environment = settingsOf(process.env);
  if (existsSync(file)) process.loadEnvFile(file);
  const source = process.env;
  const given = (name: string): string | undefined => (source[name] === '' ? undefined : source[name]);
  const inherited = Object.entries(source).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && !WITHHELD.has(entry[0]) && !entry[0].startsWith('SALIENCE_PASSWORD_'),
  );
  return {
    home: given('SALIENCE_HOME') ?? join(repositoryRoot, '.salience'),
    port: given('PORT') ?? '3300',
    host: given('SALIENCE_HOST') ?? '127.0.0.1',
    url: given('SALIENCE_URL'),
    apiKey: given('SALIENCE_API_KEY'),
    operatorKey: given('SALIENCE_OPERATOR_KEY'),
    databaseUrl: given('DATABASE_URL'),
    redisUrl: given('REDIS_URL'),
    redisServer: given('REDIS_SERVER_PATH'),
    searchPath: given('PATH'),
    queues: given('SALIENCE_QUEUES') ?? 'auto',
    inherited: Object.fromEntries(inherited),
    mcpConfig: given('SALIENCE_MCP_CONFIG'),
    origin: { environment, file, effective: settingsOf(source) },
    rolePassword: (name) => given(`SALIENCE_PASSWORD_${name}`),
  };
}

function settingsOf(source: NodeJS.ProcessEnv): Record<string, string> {
  const filled = Object.entries(source).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '',
  );
  return Object.fromEntries(filled);
}
