import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** The repository's root folder. */
export const root = join(import.meta.dirname, '../..');

/** A service of docker-compose.yml, as far as tests look at it. */
export interface Service {
  readonly image: string;
  readonly build?: { context: string; dockerfile: string; args: Record<string, string> };
  readonly profiles?: readonly string[];
  readonly user?: string;
  readonly init?: boolean;
  readonly read_only?: boolean;
  readonly privileged?: boolean;
  readonly cap_drop?: readonly string[];
  readonly cap_add?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly restart?: string;
  readonly container_name?: string;
  readonly command?: readonly string[];
  readonly entrypoint?: readonly string[];
  /** Null: taken from .env as it is, or not set at all. */
  readonly environment?: Readonly<Record<string, string | null>>;
  readonly ports?: readonly string[];
  readonly networks?: readonly string[];
  readonly network_mode?: string;
  readonly volumes?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { condition: string }>> | readonly string[];
  readonly stop_grace_period?: string;
  readonly healthcheck?: { test?: readonly string[]; disable?: boolean };
  readonly deploy?: { resources: { limits: { cpus: string; memory: string; pids: number } } };
}

/** docker-compose.yml, anchors and merges resolved. */
export interface ComposeFile {
  readonly services: Readonly<Record<string, Service>>;
  readonly networks: Readonly<Record<string, { internal?: boolean } | null>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

const text = readFileSync(join(root, 'docker-compose.yml'), 'utf8');

/** A YAML file of the repository. */
export function readYaml(path: string): unknown {
  return parse(readFileSync(join(root, path), 'utf8'), { merge: true });
}

/** The file with its variables as they are written. */
export function composeFile(): ComposeFile {
  return parse(text, { merge: true }) as ComposeFile;
}

/** The variables that the file takes from .env, comments not looked at. */
export function interpolatedNames(): string[] {
  const code = text.replaceAll(/^\s*#.*$/gm, '');
  const written = [...code.matchAll(/\$\{([A-Z][A-Z0-9_]*)/g)].map((match) => match[1] as string);
  const passed = Object.values(composeFile().services).flatMap(({ environment = {} }) =>
    Object.keys(environment).filter((name) => environment[name] === null),
  );
  return [...new Set([...written, ...passed])].sort();
}

/** The file with its variables replaced as compose does it. Throws where a needed one is not set. */
export function interpolated(env: Readonly<Record<string, string>>): ComposeFile {
  const filled = text.replaceAll(
    /\$\{([A-Z][A-Z0-9_]*)(?:(:-|:\?)([^}]*))?\}/g,
    (_all, name: string, operator?: string, rest = '') => {
      const value = env[name] ?? '';
      if (value === '' && operator === ':?') throw new Error(`${name} is not set: ${rest}`);
      return value === '' && operator === ':-' ? rest : value;
    },
  );
  const file = parse(filled, { merge: true }) as ComposeFile;
  const services = Object.entries(file.services).map(([name, service]) => [
    name,
    { ...service, environment: passedOn(service.environment ?? {}, env) },
  ]);
  return { ...file, services: Object.fromEntries(services) as ComposeFile['services'] };
}

function passedOn(
  environment: NonNullable<Service['environment']>,
  env: Readonly<Record<string, string>>,
): Record<string, string> {
  const values = Object.entries(environment).map(([name, value]) => [name, value ?? env[name]] as const);
  return Object.fromEntries(values.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

/** The services that run one of our programs, by name. */
export function builtServices(file: ComposeFile): [string, Service][] {
  return Object.entries(file.services).filter(([, service]) => service.build !== undefined);
}

/** The variables of a .env file; later lines win. */
export function readEnvText(env: string): Record<string, string> {
  return Object.fromEntries(
    [...env.matchAll(/^([A-Z][A-Z0-9_]*)=(.*)$/gm)].map((match) => [match[1] as string, match[2] as string]),
  );
}

/** Milliseconds of a duration as compose writes it: `25s`, `1m`. */
export function milliseconds(duration: string): number {
  const match = /^(\d+)(s|m)$/.exec(duration);
  if (match === null) throw new Error(`Expected seconds or minutes, got ${duration}`);
  return Number(match[1]) * (match[2] === 'm' ? 60_000 : 1_000);
}
