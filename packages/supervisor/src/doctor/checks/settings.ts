import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { repositoryRoot } from '../../repository.ts';
import { type Finding, ok, problem, warn } from '../finding.ts';
import { nearest } from '../../nearest.ts';
import { counted } from '../../quantities.ts';
import type { CheckTarget } from '../check-target.ts';
import { wrongValues } from './setting-values.ts';

/** The name of every variable that Salience reads, with its default; undefined where the list is not installed. */
export function knownVariables(
  file: string = join(repositoryRoot, '.env.example'),
): Map<string, string> | undefined {
  if (!existsSync(file)) return undefined;
  const lines = readFileSync(file, 'utf8').split('\n');
  const named = lines.map((line) => /^([A-Z][A-Z0-9_]*)=(.*)$/.exec(line)).filter((match) => match !== null);
  return new Map(named.map(([, name = '', value = '']) => [name, value]));
}

/** Names, values and permissions of the settings, from the environment and from `.env`. */
export function checkSettings({ context: { env }, run, holder }: CheckTarget): Finding[] {
  const { file, environment, effective } = env.origin;
  const there = existsSync(file);
  const text = there ? readFileSync(file, 'utf8') : '';
  const written = parseEnv(text) as Record<string, string>;
  const known = knownVariables();
  const startedAt = holder === undefined || run === undefined ? undefined : Date.parse(run.startedAt);
  return [
    ...(known === undefined ? [] : [checkNames(known, written, effective), checkValues(known, effective)]),
    ...(there ? [checkFile(file, text, written, environment, startedAt)] : []),
  ];
}

function checkNames(
  known: ReadonlyMap<string, string>,
  written: Readonly<Record<string, string>>,
  effective: Readonly<Record<string, string>>,
): Finding {
  const isKnown = (name: string): boolean => known.has(name) || /^SALIENCE_PASSWORD_[A-Z_]+$/.test(name);
  const names = [...known.keys()];
  const ours = [...new Set([...Object.keys(effective), ...Object.keys(written)])]
    .filter((name) => name.startsWith('SALIENCE_') && !/^SALIENCE_(TEST|BENCH)_/.test(name) && !isKnown(name))
    .sort();
  // In our own file a near miss of any name is a typo; in the environment it may belong to another program.
  const slips = Object.keys(written).filter(
    (name) => !isKnown(name) && !ours.includes(name) && nearest(name, names) !== undefined,
  );
  const unknown = [...ours, ...slips];
  const told = unknown.map((name) => {
    const meant = nearest(name, names);
    return meant === undefined ? name : `${name} (did you mean ${meant}?)`;
  });
  if (unknown.length === 0)
    return ok('settings.names', 'Every variable that is set is one that Salience reads.');
  const [first = ''] = unknown;
  const meant = nearest(first, names);
  return warn(
    'settings.names',
    `Nothing reads ${told.join(', ')}.`,
    meant === undefined
      ? `unset ${first}   (.env.example lists every variable)`
      : `rename ${first} to ${meant}`,
    { facts: { unknown } },
  );
}

function checkValues(
  known: ReadonlyMap<string, string>,
  effective: Readonly<Record<string, string>>,
): Finding {
  const wrong = wrongValues(known, effective);
  const [first] = wrong;
  if (first === undefined) return ok('settings.values', 'Every setting has a usable value.');
  return problem(
    'settings.values',
    `${wrong.map(({ name, expected }) => `${name} should be ${expected}`).join('; ')}.`,
    `correct ${first.name} in .env or the environment (.env.example says what it takes)`,
    { facts: { wrong: wrong.map(({ name }) => name) } },
  );
}

function checkFile(
  file: string,
  text: string,
  written: Readonly<Record<string, string>>,
  environment: Readonly<Record<string, string>>,
  startedAt: number | undefined,
): Finding {
  const { mode, mtimeMs } = statSync(file);
  const check = 'settings.file';
  const names = Object.keys(written);
  const filled = names.filter((name) => written[name] !== '');
  const facts = { variables: names.length, filled: filled.length };
  const secrets = filled.filter((name) => /KEY|PASSWORD|URL$/.test(name));
  if (secrets.length > 0 && (mode & 0o077) !== 0 && process.platform !== 'win32')
    return warn(
      check,
      `Other users of this machine can read ${file}, which holds ${secrets.join(', ')}.`,
      `chmod 600 '${file}'`,
      { facts },
    );
  const twice = repeated(text);
  const [again] = twice;
  if (again !== undefined)
    return warn(
      check,
      `${file} sets ${twice.join(', ')} more than once; the last one counts.`,
      `grep -n '^${again}=' '${file}'`,
      { facts },
    );
  const hidden = filled.filter(
    (name) => environment[name] !== undefined && environment[name] !== written[name],
  );
  if (hidden.length > 0)
    return warn(
      check,
      `The environment sets ${hidden.join(', ')} to something else than ${file}, and the environment wins.`,
      `unset ${hidden.join(' ')}`,
      { facts: { ...facts, hidden } },
    );
  if (startedAt !== undefined && mtimeMs > startedAt)
    return warn(
      check,
      `${file} was changed after the start; what runs still has the old settings.`,
      './salience down && ./salience up',
      { facts },
    );
  const empty = names.length - filled.length;
  return ok(
    check,
    `${file} sets ${counted(filled.length, 'variable')}${empty === 0 ? '' : `; ${empty} ${empty === 1 ? 'is' : 'are'} empty, which means not set`}.`,
    { facts },
  );
}

function repeated(text: string): string[] {
  const names = [...text.matchAll(/^\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=/gm)].map(
    ([, name = '']) => name,
  );
  return [...new Set(names.filter((name, at) => names.indexOf(name) !== at))];
}
