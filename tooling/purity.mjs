// Domain packages are pure: no clock, no randomness, no environment, no timers, no network. Imports are the
// boundary check's business; this one looks at what needs no import.
import { transformSync } from 'esbuild';

/** What a domain package may not touch, and what it does instead. */
const IMPURE = [
  ['Date.now', /(?<![\w$.])Date\.now\b/, 'take the time as a value'],
  [
    'new Date() without a value',
    /(?<![\w$.])new Date(?!\w|\()|(?<![\w$.])new Date\(\s*\)/,
    'take the time as a value',
  ],
  ['Date()', /(?<![\w$.]|new )Date\(/, 'take the time as a value'],
  ['performance', /(?<![\w$.])performance\./, 'take the time as a value'],
  ['Math.random', /(?<![\w$.])Math\.random\b/, 'take ids and random numbers as values'],
  ['crypto', /(?<![\w$.])crypto\./, 'take ids and random numbers as values'],
  ['process', /(?<![\w$.])process\./, 'take configuration as a value'],
  ['globalThis', /(?<![\w$.])globalThis\b/, 'take what you need as a value'],
  ['fetch', /(?<![\w$.]|function )fetch\(/, 'return what to ask for and let an adapter ask'],
  [
    'timers',
    /(?<![\w$.])(?:set|clear)(?:Timeout|Interval|Immediate)\b|(?<![\w$.])queueMicrotask\b/,
    'return when to come back',
  ],
  ['console', /(?<![\w$.])console\./, 'return what happened'],
];

/**
 * The impurities of one TypeScript source: `{ line, problem }` each. The code is judged without types,
 * comments and the text of strings; what stands inside `${}` of a template counts.
 */
export function findImpurities(source) {
  const { code } = transformSync(source, { loader: 'ts', legalComments: 'none', target: 'esnext' });
  const bare = withoutStrings(code);
  return IMPURE.filter(([, pattern]) => pattern.test(bare)).map(([name, pattern, instead]) => ({
    line: lineOf(source, pattern),
    problem: `${name} in a domain package: ${instead}`,
  }));
}

function withoutStrings(code) {
  return code.replace(/"(?:[^"\\\n]|\\.)*"/g, '""').replace(/'(?:[^'\\\n]|\\.)*'/g, "''");
}

function lineOf(source, pattern) {
  const index = source
    .split('\n')
    .findIndex((line) => pattern.test(line) && !/^\s*(\/\/|\*|\/\*)/.test(line));
  return Math.max(index, 0) + 1;
}
