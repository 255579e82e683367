import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { moduleNameSchema } from '@salience/contracts';
import { messageOf, SalienceError } from '@salience/errors';
import { shippedModules } from '@salience/escalation';
import { usageError } from '@salience/supervisor/home';

type Written = Readonly<Record<string, unknown>>;

/**
 * The module of a JSON file, as its author wrote it or as "pulse modules show --json" shows it; what is wrong with it as a module the server says. Throws `cli.file-unreadable` for a file that
 * cannot be read, `cli.usage` for one that holds no JSON object.
 */
export async function moduleOfFile(file: string): Promise<Written> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new SalienceError(
      'cli.file-unreadable',
      `Expected a module in a file that can be read, got ${file}: ${messageOf(cause)}`,
      { cause },
    );
  });
  const json = parsed(text, file);
  if (isObject(json)) return isObject(json['fingerprint']) ? json['fingerprint'] : json;
  throw usageError(
    `Expected a module as a JSON object in ${file}. "./salience pulse modules show <module> --json" has one.`,
  );
}

/** A module that comes with Salience. Throws `cli.usage` for a name that none has. */
export function shippedModule(name: string): Written {
  const found = shippedModules.find(({ module_id: id }) => id === name);
  if (found !== undefined) return found;
  throw usageError(`Expected --shipped as one of ${shippedNames.join(', ')}, got "${name}".`);
}

/**
 * The same module, with other folders to watch; one that is not absolute is meant from here, `~` is the home of whoever runs pulse-sensor. Throws `cli.usage` for a module that watches
 * no files.
 */
export function withFolders(module: Written, folders: readonly string[]): Written {
  const priors = module['signal_priors'];
  const files = isObject(priors) ? priors['filesystem'] : undefined;
  if (!isObject(priors) || !isObject(files))
    throw usageError('Expected --folder with a module that declares files ("signal_priors.filesystem").');
  const watched = folders.map((folder) => (folder.startsWith('~') ? folder : resolve(folder)));
  const filesystem = { ...files, watch_directories: watched };
  return { ...module, signal_priors: { ...priors, filesystem } };
}

/** The names of the modules that come with Salience. */
export const shippedNames: readonly string[] = shippedModules.map(({ module_id: id }) => id);

/** Whether a word of the command line means a file rather than the name of a module: it has a folder in it, or ends in `.json`. */
export function isModuleFile(named: string): boolean {
  return /[/\\]|\.json$/i.test(named);
}

/** The address of a module in the API. Throws `cli.usage` for what no module can be called. */
export function modulePath(name: string): string {
  const parsedName = moduleNameSchema.safeParse(name);
  if (parsedName.success) return `/modules/${encodeURIComponent(parsedName.data)}`;
  throw usageError(`Expected the name of a module, got "${name}". "./salience pulse modules" lists them.`);
}

function isObject(value: unknown): value is Written {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parsed(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw usageError(`Expected a module as JSON in ${file}: ${messageOf(error)}`);
  }
}
