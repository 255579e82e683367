import { existsSync, readFileSync } from 'node:fs';
import type { ResolveFnOutput, ResolveHookContext } from 'node:module';

/** Resolves as whoever comes next does. */
type Resolve = (specifier: string, context?: Partial<ResolveHookContext>) => ResolveFnOutput;

interface Package {
  /** Its folder, as an address. */
  readonly folder: string;
  /** Whether its plain files are ES modules. */
  readonly modules: boolean;
}

/**
 * Makes a hook for `registerHooks` that gives what Node gives and looks at each package once. Node parses the package.json of a
 * package again for every module imported out of it, which costs half a second in each process where one has 179 kB; and Vitest
 * sends its main process a message for every import of a module of ours.
 */
export function quickResolver(): (
  specifier: string,
  context: ResolveHookContext,
  next: Resolve,
) => ResolveFnOutput {
  const packages = new Map<string, Package>();
  const known = new Map<string, ResolveFnOutput>();
  return (specifier, context, next) => {
    const { parentURL, conditions } = context;
    // What is required follows other rules.
    const imported = parentURL?.startsWith('file:') === true && conditions.includes('import');
    if (!imported) return next(specifier, context);
    if (/^\.\.?\//.test(specifier)) return fileOf(specifier, parentURL, packages) ?? next(specifier, context);
    if (!/^(@|[a-z])[^:]*$/.test(specifier)) return next(specifier, context);
    const key = `${packageOf(parentURL, packages).folder} ${specifier}`;
    const resolved = known.get(key) ?? { ...next(specifier, context), shortCircuit: true };
    known.set(key, resolved);
    return resolved;
  };
}

const formats: Readonly<Record<string, string>> = { js: 'module', ts: 'module-typescript' };

/** A file beside the one that imports it, where its name and its package tell what it holds. */
function fileOf(
  specifier: string,
  parentURL: string,
  packages: Map<string, Package>,
): ResolveFnOutput | undefined {
  const format = formats[/\.(\w+)$/.exec(specifier)?.[1] ?? ''];
  if (format === undefined) return undefined;
  const { href } = new URL(specifier, parentURL);
  return packageOf(href, packages).modules ? { url: href, format, shortCircuit: true } : undefined;
}

/** The package that a file or a folder belongs to. */
function packageOf(url: string, packages: Map<string, Package>): Package {
  const folder = url.slice(0, url.lastIndexOf('/', url.length - 2) + 1);
  const seen = packages.get(folder);
  if (seen !== undefined) return seen;
  const found = packageIn(folder) ?? (folder === 'file:///' ? none : packageOf(folder, packages));
  packages.set(folder, found);
  return found;
}

const none: Package = { folder: 'file:///', modules: false };

function packageIn(folder: string): Package | undefined {
  const file = new URL('package.json', folder);
  if (!existsSync(file)) return undefined;
  const { type } = JSON.parse(readFileSync(file, 'utf8')) as { readonly type?: string };
  return { folder, modules: type === 'module' };
}
