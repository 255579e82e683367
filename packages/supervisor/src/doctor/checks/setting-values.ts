import { faultOf } from '@salience/postgres';
import { redisAddressForms, redisAddressProblem } from '@salience/queues';

/** A setting that no app would start with. */
export interface WrongValue {
  readonly name: string;
  readonly expected: string;
}

const CHOICES: Readonly<Record<string, readonly string[]>> = {
  SALIENCE_QUEUES: ['auto', 'redis', 'postgres'],
  SALIENCE_LOG_LEVEL: ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
  SALIENCE_LOG_FORMAT: ['json', 'pretty'],
  SALIENCE_CLOCK: ['system', 'shared'],
  SALIENCE_SUPERVISED: ['0', '1'],
};

/** Variables whose value may be a fraction; every other number is whole. */
const SHARES = new Set(['SALIENCE_TRACE_RATIO']);
const SCHEMES: Readonly<Record<string, RegExp>> = {
  DATABASE_URL: /^postgres(ql)?:\/\/\S/,
  DATABASE_DIRECT_URL: /^postgres(ql)?:\/\/\S/,
  SALIENCE_SMTP_URL: /^smtps?:\/\/\S/,
};

const postgresForms =
  'postgres://user:password@host:5432/database, with several servers postgres://user:password@host-1/database?host=host-1,host-2';
const ADDRESSES: Readonly<Record<string, string>> = {
  DATABASE_URL: postgresForms,
  DATABASE_DIRECT_URL: postgresForms,
  SALIENCE_SMTP_URL: 'smtp://user:password@host:587',
};

/** Whole numbers that no app takes beyond these bounds, and what they count. */
const BOUNDS: Readonly<
  Record<string, { readonly least: number; readonly most: number; readonly of: string }>
> = {
  SALIENCE_MODEL_WINDOW: {
    least: 2_000,
    most: 10_000_000,
    of: 'tokens; empty where the server itself refuses what is too long',
  },
  SALIENCE_CONTEXT_TOKENS: { least: 500, most: 500_000, of: 'tokens' },
  SALIENCE_CONTEXT_DAYS: { least: 0, most: 36_500, of: 'days' },
  SALIENCE_OCCURRENCE_DAYS: { least: 0, most: 36_500, of: 'days' },
};

/** The settings whose value cannot be meant; `known` has each variable's default, whose form says what it takes. */
export function wrongValues(
  known: ReadonlyMap<string, string>,
  settings: Readonly<Record<string, string>>,
): WrongValue[] {
  const wrong: WrongValue[] = [];
  for (const [name, standard] of known) {
    const value = settings[name];
    const expected = value === undefined ? undefined : expectation(name, standard, value);
    if (expected !== undefined) wrong.push({ name, expected });
  }
  return wrong;
}

/** What is expected instead of the value; undefined when it is well. */
function expectation(name: string, standard: string, value: string): string | undefined {
  const choices = CHOICES[name];
  if (choices !== undefined) return choices.includes(value) ? undefined : `one of ${choices.join(', ')}`;
  if (name === 'REDIS_URL')
    return redisAddressProblem(value) === undefined ? undefined : `an address as ${redisAddressForms}`;
  const scheme = SCHEMES[name];
  if (scheme !== undefined)
    return scheme.test(value) &&
      URL.canParse(value) &&
      (!name.startsWith('DATABASE_') || faultOf(value) === undefined)
      ? undefined
      : `an address as ${ADDRESSES[name] ?? ''}`;
  if (name.endsWith('_URL') || name.endsWith('_ENDPOINT'))
    return /^https?:\/\/[^\s/]/.test(value) && URL.canParse(value)
      ? undefined
      : 'an address that begins with http:// or https://';
  const bounds = BOUNDS[name];
  if (bounds !== undefined) {
    const { least, most, of } = bounds;
    const fits = /^\d+$/.test(value) && Number(value) >= least && Number(value) <= most;
    return fits ? undefined : `a whole number from ${least} to ${most} (${of})`;
  }
  if (SHARES.has(name)) return isNumber(value) && Number(value) <= 1 ? undefined : 'a number from 0 to 1';
  if (name === 'PORT' || name.endsWith('_PORT'))
    return /^\d+$/.test(value) && Number(value) <= 65_535 ? undefined : 'a port from 0 to 65535';
  if (name.endsWith('_MS') || (standard !== '' && /^\d+$/.test(standard)))
    return /^\d+$/.test(value) ? undefined : `a whole number${standard === '' ? '' : ` like ${standard}`}`;
  if (name === 'SALIENCE_FAULTS') return isJson(value) ? undefined : 'JSON';
  return undefined;
}

function isNumber(text: string): boolean {
  return text.trim() !== '' && Number(text) >= 0;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
