import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { type AppName, appNames, type SharedProcess, sharedProcesses } from '@salience/contracts';
import { nodeFlagsOf, sharedNodeFlags } from '@salience/worker';
import { usageError } from '../failure.ts';
import type { Home } from '../home/home.ts';
import { appBundle, laptopBundle } from '../repository.ts';
import type { AppSpec, ProcessSpec } from '../supervise/process-spec.ts';
import { settingsFor } from './app-settings.ts';
import { processEnvironment } from './process-environment.ts';

/** The settings of all apps of one machine. */
export interface AppSurroundings {
  readonly home: Home;
  readonly host: string;
  readonly port: number;
  /** What the person of this machine shows; for consumer alone. */
  readonly personToken: string;
  /** All settings; each app gets its own part. */
  readonly settings: Readonly<Record<string, string>>;
  /** The file that settings were read from, whether or not it exists. */
  readonly settingsFile: string;
  /** The database address of a role. */
  readonly urlFor: (role: string) => string;
  readonly directUrlFor: (role: string) => string;
  /** Undefined: jobs travel in Postgres. */
  readonly redisUrl: string | undefined;
}

/** Where the PFC that this one takes the place of has its settings. */
const seedConfigFile = join(homedir(), '.openclaw', 'workspace', 'pfc-config.json');

/** Milliseconds that an app may take to finish what it has in hand; a stop's stages leave room for it. */
const DRAIN_MS = 7_000;

/** How the apps are put into processes: two for all, or one for each; or consumer alone, which serves the PFC and nothing else. */
export type ProcessLayout = 'shared' | 'each' | 'pfc';

/** Reads a layout. Throws `cli.usage`. */
export function chooseLayout(choice: string): ProcessLayout {
  if (choice === 'shared' || choice === 'each') return choice;
  throw usageError(`Expected shared or each for the processes, got "${choice}".`);
}

/**
 * The apps as processes. The consumer stops first, so that nothing new is accepted while digest finishes
 * the turns whose streams are open; then digest, then everything that works behind it. In the process that the first two share they
 * see to that order themselves.
 */
export function processSpecs(layout: ProcessLayout, around: AppSurroundings): ProcessSpec[] {
  if (layout === 'pfc') return [pfcSpec(around)];
  return layout === 'each'
    ? appNames.map((app) => eachSpec(app, around))
    : (['reply', 'background'] as const).map((name, stopStage) => sharedSpec(name, stopStage, around));
}

function eachSpec(app: AppName, around: AppSurroundings): ProcessSpec {
  return {
    name: app,
    apps: [appSpec(app, around)],
    command: process.execPath,
    args: [...nodeFlagsOf(app), appBundle(app)],
    program: appBundle(app),
    env: processEnvironment(around.settings),
    stopStage: app === 'consumer' ? 0 : app === 'digest' ? 1 : 2,
  };
}

/** Consumer without the queues and the other apps, with the settings file of the PFC that it takes the place of. */
function pfcSpec(around: AppSurroundings): ProcessSpec {
  const file =
    around.settings['SALIENCE_PFC_CONFIG_FILE'] ?? (existsSync(seedConfigFile) ? seedConfigFile : undefined);
  const settings = {
    SALIENCE_SERVES: 'pfc',
    ...(file === undefined ? {} : { SALIENCE_PFC_CONFIG_FILE: file }),
  };
  const spec = eachSpec('consumer', around);
  return { ...spec, apps: spec.apps.map((app) => ({ ...app, settings: { ...app.settings, ...settings } })) };
}

function sharedSpec(name: SharedProcess, stopStage: number, around: AppSurroundings): ProcessSpec {
  return {
    name,
    apps: sharedProcesses[name].map((app) => appSpec(app, around)),
    command: process.execPath,
    args: [...sharedNodeFlags, laptopBundle, name],
    program: laptopBundle,
    env: processEnvironment(around.settings),
    stopStage,
  };
}

function appSpec(app: AppName, around: AppSurroundings): AppSpec {
  return {
    name: app,
    settings: { ...settingsFor(app, around.settings), ...madeFor(app, around) },
    healthPortVariable: 'SALIENCE_HEALTH_PORT',
  };
}

/** The database role of an app. */
function roleOf(app: AppName): string {
  return `salience_${app.replaceAll('-', '_')}`;
}

/** Apps that turn text into vectors. */
const embedding: readonly AppName[] = ['consumer', 'digest', 'episodic', 'cognitive-drift'];

/** What this start makes for one app; a further secret for one app belongs here. */
function madeFor(app: AppName, around: AppSurroundings): Record<string, string> {
  return {
    DATABASE_URL: around.urlFor(roleOf(app)),
    // With the app's role: the one that was given is the owner's.
    DATABASE_DIRECT_URL: around.directUrlFor(roleOf(app)),
    ...(around.redisUrl === undefined ? {} : { REDIS_URL: around.redisUrl }),
    SALIENCE_SUPERVISED: '1',
    SALIENCE_DRAIN_MS: `${DRAIN_MS}`,
    ...(embedding.includes(app) ? { SALIENCE_MODEL_CACHE: around.home.models } : {}),
    ...(app === 'digest'
      ? { SALIENCE_TOOLS_HIDE: [around.home.dir, around.settingsFile].join(delimiter) }
      : {}),
    ...(app === 'consumer' ? madeForConsumer(around) : {}),
  };
}

function madeForConsumer({
  home,
  host,
  personToken,
  port,
  settings,
}: AppSurroundings): Record<string, string> {
  const ownModules = settings['SALIENCE_MODULES_DIR'] === undefined && existsSync(home.modules);
  return {
    SALIENCE_HOST: host,
    PORT: `${port}`,
    SALIENCE_PERSON_TOKEN: personToken,
    ...(ownModules ? { SALIENCE_MODULES_DIR: home.modules } : {}),
  };
}
