import { fingerprintSchema, signalPriorsSchema, type SignalSource } from '@salience/contracts';
import { nearestName } from './nearest-name.ts';

type Parsed = ReturnType<typeof fingerprintSchema.safeParse>;
type Issue = NonNullable<Parsed['error']>['issues'][number];

/** What is wrong with a field: its path, what was expected, what came. */
export interface FieldProblem {
  readonly path: string;
  readonly expected: string;
  readonly got: string;
}

const articles: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  int: 'a whole number',
  number: 'a number',
  object: 'an object',
  string: 'a text',
  tuple: 'a list',
};

/** What of a module does not have the form of one, in the order of its fields. `json`: what was parsed. */
export function shapeProblems(issues: readonly Issue[], json: unknown): FieldProblem[] {
  return issues.map((issue) => ({
    path: pathOf(issue.path),
    expected: expectationOf(issue),
    got: gotOf(issue, json),
  }));
}

function expectationOf(issue: Issue): string {
  if (issue.code === 'invalid_type') return articles[issue.expected] ?? issue.expected;
  if (issue.code === 'unrecognized_keys') return unknownKeys(issue.keys, issue.path);
  if (issue.code === 'invalid_value') return `one of ${issue.values.map(String).join(', ')}`;
  if (issue.code === 'too_small')
    return bound('at least', issue.minimum, issue.origin, issue.inclusive === false);
  if (issue.code === 'too_big') return bound('at most', issue.maximum, issue.origin, false);
  // The schema says the rest in its own words.
  return issue.code === 'invalid_key'
    ? 'a key of at most 64 characters'
    : issue.message.replace(/^expected /, '');
}

function bound(side: string, limit: number | bigint, origin: string, above: boolean): string {
  const said = `${above ? 'more than' : side} ${limit}`;
  const one = Number(limit) === 1;
  if (origin === 'string') return `${said} ${one ? 'character' : 'characters'}`;
  return origin === 'array' || origin === 'tuple' ? `${said} ${one ? 'entry' : 'entries'}` : said;
}

function unknownKeys(keys: readonly string[], path: readonly PropertyKey[]): string {
  const known = keysAt(path);
  const hints = keys.flatMap((key) => {
    const near = nearestName(key, known);
    return near === undefined ? [] : [`"${near}" for "${key}"`];
  });
  return hints.length > 0 ? `${hints.join(', ')}` : `only the keys ${known.join(', ')}`;
}

/** The keys that an object of a module may have. */
function keysAt([first, second]: readonly PropertyKey[]): string[] {
  if (first === undefined) return Object.keys(fingerprintSchema.shape);
  const priors = signalPriorsSchema.shape;
  return second === undefined
    ? Object.keys(priors)
    : Object.keys(priors[second as SignalSource].unwrap().shape);
}

function gotOf(issue: Issue, json: unknown): string {
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => shown(key)).join(', ');
  return shown(issue.path.reduce<unknown>((value, key) => memberOf(value, key), json));
}

function memberOf(value: unknown, key: PropertyKey): unknown {
  return typeof value === 'object' && value !== null
    ? (value as Record<PropertyKey, unknown>)[key]
    : undefined;
}

const shownMax = 80;

/** A value as a message shows it. */
export function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value) ?? typeof value;
  return text.length <= shownMax ? text : `${text.slice(0, shownMax - 1)}…`;
}

/** `signal_priors.time.active_hours[0]`; `the module` for all of it. */
function pathOf(path: readonly PropertyKey[]): string {
  const text = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('');
  return text === '' ? 'the module' : text.replace(/^\./, '');
}
