// House rules that no off-the-shelf tool knows: sizes, words, doors, README files, where SQL stands.
// `node tooling/house-rules.mjs [folder]` prints what breaks them and exits 1 if anything does.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { isTest, listFiles, packageOf } from './source-files.mjs';

const SOURCE_LINES = 300;
const SOURCE_LINES_HARD = 400;
const TEST_LINES = 600;
const INDEX_LINES = 60;
const BANNED_NAMES = /(^|\/)(utils?|helpers?|common|types|misc)(\.[a-z]+|\/|$)/;
/** The tables of contents of a package. */
const DOOR = /(^|\/)src\/(index|doors\/[a-z-]+)\.ts$/;
const CODE = /\.(ts|tsx|mts|mjs|js)$/;
// Documents, settings and code; data, lock files and licences are not ours to word.
const TEXT = /(\.(ts|tsx|mts|mjs|js|md|sql|ya?ml|json|sh|toml|conf|html|css)|Dockerfile|\.env\.example)$/;
const UNJUDGED = /(^|\/)(pnpm-lock\.yaml|LICENSE|fixtures\/.*|meta\/[^/]+\.json)$/;

// Built from pieces, so that this file does not break its own rules.
const MACHINE_PATH = new RegExp(
  `(?<![\\w.$}/-])/(${['home', 'root', 'work', 'Users', 'tmp/bash'].join('|')})/[\\w.-]`,
);
const UNFINISHED = new RegExp(`\\b(${['TO' + 'DO', 'FIX' + 'ME', 'X' + 'XX'].join('|')})\\b`);
// `#12` after a space or bracket: an issue. Not `#fff`, a heading, an anchor or a private field.
const ISSUE = new RegExp('(?:^|[\\s(])' + '#' + '\\d+\\b|\\b(?:issue|ticket|PR) ' + '#?' + '\\d+\\b', 'i');
const CONTAINER = /(^|\/)(Dockerfile|docker-compose[^/]*|infra\/.*)$/;
// Outside of a checkout npx fetches the package of that name from the registry, whoever's it is, and runs it.
const FETCHING = new RegExp('\\bnpx ' + 'salience\\b');
const STYLED = /\.(css|html)$/;
const SLEEP = /setTimeout\((resolve|res|done|r)\b|from 'node:timers\/promises'/;
const MOCK = /\bvi\.(do)?[mM]ock\(/;
const MIGRATION = /^packages\/adapters\/database\/migrations\/[^/]+\.sql$/;
const FUNCTION_FILE = /^packages\/adapters\/database\/sql\/(?:[^/]+\/)?([^/]+)\.sql$/;
const MAKES_FUNCTION =
  /\b(?:CREATE(?:\s+OR\s+REPLACE)?|ALTER)\s+(?:FUNCTION|PROCEDURE|ROUTINE)\s+([\w."]+)/gi;
const GLOSSARY = 'docs/glossary.md';
const COMMENT = /^\s*(?:\/\/|\/?\*|--|#\s)|\s\/\/\s/;

/** Every broken rule below `root`: `{ file, line, problem, soft }`; soft ones are advice. */
export function findViolations(root) {
  const files = listFiles(root);
  return [
    ...files.flatMap((file) => nameProblems(file)),
    ...files.filter(isJudged).flatMap((file) => textProblems(file, readFileSync(join(root, file), 'utf8'))),
    ...readmeProblems(files),
  ];
}

function isJudged(file) {
  return TEXT.test(file) && !UNJUDGED.test(file);
}

/** The problems of one file's text. */
export function textProblems(file, text) {
  const lines = text.split('\n');
  const code = CODE.test(file);
  const problems = [
    ...(code ? sizeProblems(file, lines.length - (lines.at(-1) === '' ? 1 : 0)) : []),
    ...lines.flatMap((line, index) =>
      wordProblems(file, line).map((problem) => ({ line: index + 1, problem })),
    ),
    ...(DOOR.test(file) ? doorProblems(file, lines) : []),
    ...(code && !mayReadEnvironment(file) ? environmentProblems(lines) : []),
    ...(MIGRATION.test(file) ? migrationProblems(text) : []),
    ...(FUNCTION_FILE.test(file) ? functionFileProblems(file, text) : []),
    ...(file === GLOSSARY ? glossaryProblems(lines) : []),
  ];
  return problems.map((problem) => ({ file, soft: false, ...problem }));
}

function sizeProblems(file, count) {
  if (file.endsWith('.gen.ts')) return [];
  if (isTest(file)) return count > TEST_LINES ? [tooLong(count, TEST_LINES)] : [];
  if (DOOR.test(file) && !file.startsWith('packages/contracts/') && count > INDEX_LINES) {
    return [tooLong(count, INDEX_LINES, true)];
  }
  if (count > SOURCE_LINES_HARD) return [tooLong(count, SOURCE_LINES_HARD)];
  return count > SOURCE_LINES ? [tooLong(count, SOURCE_LINES, true)] : [];
}

function tooLong(count, limit, soft = false) {
  return { line: count, problem: `${count} lines, at most ${limit}: split it by responsibility`, soft };
}

function wordProblems(file, line) {
  const problems = [];
  if (UNFINISHED.test(line)) problems.push('unfinished work: finish it or write an issue');
  // A container's own paths are the same on every machine.
  if (!CONTAINER.test(file) && MACHINE_PATH.test(line)) problems.push('a path of one machine');
  if (FETCHING.test(line)) problems.push('npx that may fetch: say ./salience, which runs ours or nothing');
  const prose = CODE.test(file) ? COMMENT.test(line) : !STYLED.test(file);
  if (prose && ISSUE.test(line)) problems.push('an issue number: say the reason instead');
  if (!file.endsWith('.test.ts')) return problems;
  if (SLEEP.test(line))
    problems.push('a sleep in a test: wait for an event or poll a condition with a deadline');
  if (MOCK.test(line)) problems.push('a mocked module: use the real one, or a hand-written fake of a port');
  return problems;
}

function doorProblems(file, lines) {
  return lines.flatMap((line, index) => {
    const at = { line: index + 1 };
    if (/^\s*export \*/.test(line) && !file.startsWith('packages/contracts/')) {
      return [{ ...at, problem: 'export * hides what the package offers: name the exports' }];
    }
    if (/^\s*(export )?(async )?(function|class|const|let|var|if|for|while)\b/.test(line)) {
      return [{ ...at, problem: 'logic in index.ts, which is a table of contents' }];
    }
    return [];
  });
}

/** Tables, roles and rights change once, in order; a function has one file that says what it is now. */
function migrationProblems(text) {
  return [...text.matchAll(MAKES_FUNCTION)].map(({ index }) => ({
    line: lineAt(text, index),
    problem: 'a function in a migration: it stands in sql/<room>/<function>.sql',
  }));
}

function functionFileProblems(file, text) {
  const [, name] = FUNCTION_FILE.exec(file);
  const made = [...text.matchAll(MAKES_FUNCTION)].map(([, made]) => made);
  const problems = /\/sql\/[^/]+\/[^/]+$/.test(file)
    ? []
    : ['a function without a room: sql/<room>/<function>.sql'];
  if (!made.includes(`salience.${name}`) || made.some((one) => one !== `salience.${name}`)) {
    problems.push(`a file named after another function: expected salience.${name} alone`);
  }
  return problems.map((problem) => ({ line: 1, problem }));
}

/** One meaning a word: a term is listed once, whatever stands in brackets behind it. */
function glossaryProblems(lines) {
  const terms = lines.map((line) => /^\| ([^|(]+?)(?: \([^|]*)? \|/.exec(line)?.[1]);
  return terms.flatMap((term, index) =>
    term === undefined || term === 'term' || terms.indexOf(term) === index
      ? []
      : [{ line: index + 1, problem: `"${term}" has two meanings: rename one` }],
  );
}

function lineAt(text, index) {
  return text.slice(0, index).split('\n').length;
}

/** The environment has one door per process; tests, tools and start scripts are processes of their own. */
function mayReadEnvironment(file) {
  return isTest(file) || !/^(apps|packages)\//.test(file) || /\/env\.ts$|^packages\/testing\//.test(file);
}

function environmentProblems(lines) {
  return lines.flatMap((line, index) =>
    /(?<![\w$.])process\.env\b/.test(line) && !COMMENT.test(line)
      ? [{ line: index + 1, problem: 'process.env outside env.ts: take plain options' }]
      : [],
  );
}

function nameProblems(file) {
  if (!CODE.test(file) || !BANNED_NAMES.test(file)) return [];
  return [{ file, line: 1, soft: false, problem: 'named by kind of code: name it by what it is for' }];
}

function readmeProblems(files) {
  const packages = files.filter((file) => file.endsWith('/package.json')).map((file) => packageOf(file));
  return packages
    .filter((folder) => folder !== undefined && !files.includes(`${folder}/README.md`))
    .map((folder) => ({
      file: `${folder}/README.md`,
      line: 1,
      soft: false,
      problem: 'missing: one page, see any other',
    }));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const violations = findViolations(process.argv[2] ?? '.');
  for (const { file, line, problem, soft } of violations) {
    process.stdout.write(`${soft ? 'advice ' : ''}${file}:${line} ${problem}\n`);
  }
  process.exitCode = violations.some(({ soft }) => !soft) ? 1 : 0;
}
