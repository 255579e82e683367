import { type AppName, appNames } from '@salience/contracts';
import { nodeFlags } from '@salience/worker';
import type { Home } from '../home/home.ts';
import { appBundle } from '../repository.ts';
import type { AppSpec } from '../supervisor/app-spec.ts';

/** What the apps of one machine are told. */
export interface AppSurroundings {
  readonly home: Home;
  readonly host: string;
  readonly port: number;
  /** Variables that every app inherits. */
  readonly inherited: Readonly<Record<string, string>>;
  /** What the person of this machine shows; for consumer alone. */
  readonly personToken: string;
  /** The database address of a role. */
  readonly urlFor: (role: string) => string;
  /** Undefined: jobs travel in Postgres. */
  readonly redisUrl: string | undefined;
}

/** Milliseconds that an app may take to finish what it has in hand; a stop's stages leave room for it. */
const DRAIN_MS = 7_000;

/**
 * The eight apps as processes. The consumer stops first, so that nothing new is accepted while digest finishes
 * the turns whose streams are open; then digest, then everything that works behind it.
 */
export function appSpecs(around: AppSurroundings): AppSpec[] {
  return appNames.map((app) => ({
    name: app,
    command: process.execPath,
    args: [...nodeFlags, appBundle(app)],
    program: appBundle(app),
    env: environmentOf(app, around),
    healthPortVariable: 'SALIENCE_HEALTH_PORT',
    stopStage: app === 'consumer' ? 0 : app === 'digest' ? 1 : 2,
  }));
}

/** The database role of an app. */
function roleOf(app: AppName): string {
  return `salience_${app.replaceAll('-', '_')}`;
}

function environmentOf(app: AppName, around: AppSurroundings): Record<string, string> {
  return {
    ...around.inherited,
    DATABASE_URL: around.urlFor(roleOf(app)),
    ...(around.redisUrl === undefined ? {} : { REDIS_URL: around.redisUrl }),
    SALIENCE_SUPERVISED: '1',
    SALIENCE_HOME: around.home.dir,
    SALIENCE_MODEL_CACHE: around.home.models,
    SALIENCE_DRAIN_MS: `${DRAIN_MS}`,
    ...(app === 'consumer' ? consumerEnvironment(around) : {}),
  };
}

function consumerEnvironment({ host, port, personToken }: AppSurroundings): Record<string, string> {
  return {
    SALIENCE_HOST: host,
    PORT: `${port}`,
    // A secret: this is the one place that hands it over.
    SALIENCE_PERSON_TOKEN: personToken,
  };
}
