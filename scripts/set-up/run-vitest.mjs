// Runs Vitest and counts what came of it. In CI files that failed run once more, alone: a journey in a browser that met a busy
// machine is told from one that is broken. What failed only once is named. Files of test/ never run again: there laws are held
// under kills and outages, and what was lost once was lost.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { runInPlace } from './children.mjs';
import { readJson, ROOT } from './repository.mjs';

/** More than this is no chance. */
const REPEATED_MAX = 3;

/** Resolves with Vitest's exit code and the counts; `args` go to Vitest. */
export async function runVitest(runtime, env, args) {
  const first = await runOnce(runtime, env, args);
  const again = process.env.CI === 'true' ? filesToRepeat(first) : [];
  if (again.length === 0) return { code: first.code, counts: count(first.result) };
  process.stdout.write(`\nRunning again, alone: ${again.join(', ')}\n`);
  const second = await runOnce(runtime, env, again);
  if (second.code !== 0) return { code: second.code, counts: count(first.result) };
  for (const name of failedTests(first.result))
    process.stdout.write(`FLAKY: ${name} failed, and passed when it was run again\n`);
  const counts = count(first.result);
  return { code: 0, counts: { ...counts, passed: counts.passed + counts.failed, failed: 0 } };
}

async function runOnce(runtime, env, args) {
  const results = mkdtempSync(join(tmpdir(), 'salience-results-'));
  const file = join(results, 'results.json');
  const all = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...args];
  try {
    const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
    const code = await runInPlace(runtime, [vitest, ...all], env);
    return { code, result: readJson(file) };
  } finally {
    rmSync(results, { recursive: true, force: true });
  }
}

/** The files that failed; none where a law may have been broken, where the runner itself failed, or where they are many. */
export function filesToRepeat({ code, result }) {
  if (code === 0 || result === undefined) return [];
  const files = result.testResults
    .filter(({ status }) => status === 'failed')
    .map(({ name }) => relative(ROOT, name));
  const mayRepeat = files.length <= REPEATED_MAX && files.every((file) => !file.startsWith(`test${sep}`));
  return mayRepeat ? files : [];
}

function failedTests(result) {
  return result.testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ assertionResults, name }) => {
      const failed = assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName }) => fullName);
      return (failed.length === 0 ? ['the file'] : failed).map((test) => `${relative(ROOT, name)} > ${test}`);
    });
}

/** A file that could not even be loaded counts as one failure; so does a runner that left no result. */
function count(result) {
  if (result === undefined) return { passed: 0, failed: 1, skipped: 0 };
  const unloaded = result.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((one) => one.status === 'failed'),
  );
  return {
    passed: result.numPassedTests,
    failed: result.numFailedTests + unloaded.length,
    skipped: result.numPendingTests + result.numTodoTests,
  };
}
