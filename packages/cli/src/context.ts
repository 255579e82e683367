import type { ApiClient } from './client/api-client.ts';
import { type Home, homeAt, readEnv, type SalienceEnv, userName } from '@salience/supervisor/home';

/** The options that every command understands. */
export interface GlobalOptions {
  readonly url?: string;
  readonly agent?: string;
  readonly home?: string;
  readonly json?: boolean;
  readonly debug?: boolean;
}

/** What a command works with. */
export interface Context {
  readonly env: SalienceEnv;
  readonly home: Home;
  readonly json: boolean;
  /** The agent that --agent names, by id or name. */
  readonly agent: string | undefined;
  /**
   * The API of the Salience that is meant: --url, SALIENCE_URL, the one that runs on the home, else port 3300. With the key
   * that is set; else, to the one that runs on the home and to no other, with the token of its person. `agent` takes the place of
   * the one that --agent names.
   */
  client(agent?: string): Promise<ApiClient>;
  /** The same for the operator's routes, with the operator key. */
  operatorClient(): Promise<ApiClient>;
  /** The name of this command's user in the audit log: `cli:<user of this machine>`. */
  readonly actor: string;
  /** True when an address was named by option or environment, rather than found on the home. */
  readonly namesUrl: boolean;
}

const DEFAULT_URL = 'http://127.0.0.1:3300';

/** Reads options and environment once, at the start of a command. */
export function createContext(options: GlobalOptions): Context {
  const env = readEnv();
  const home = homeAt(options.home ?? env.home);
  const connect = async (key: string | undefined, agent = options.agent): Promise<ApiClient> => {
    const [{ createApiClient }, { requestTimeZones }, { readRun }, { readPersonToken }, { isOwnServer }] =
      await Promise.all([
        import('./client/api-client.ts'),
        import('./client/own-time-zone.ts'),
        import('@salience/supervisor/home'),
        import('@salience/supervisor/home'),
        import('@salience/supervisor/home'),
      ]);
    const run = readRun(home.runFile);
    const url = (options.url ?? env.url ?? run?.url ?? DEFAULT_URL).replace(/\/+$/, '');
    const token = run !== undefined && isOwnServer(home, run, url) ? readPersonToken(home) : undefined;
    return createApiClient({
      url,
      key: key ?? token,
      agent,
      ...requestTimeZones(env.timeZone),
    });
  };
  return {
    env,
    home,
    json: options.json === true,
    agent: options.agent,
    actor: `cli:${userName()}`,
    namesUrl: (options.url ?? env.url) !== undefined,
    client: (agent) => connect(env.apiKey, agent),
    // The person operates too, as long as there is no operator key.
    operatorClient: () =>
      connect(env.operatorKey ?? (env.apiKey?.startsWith('pt_') === true ? env.apiKey : undefined)),
  };
}
