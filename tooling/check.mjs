// `pnpm check`: every gate, one line each, all output of those that fail; exit code 1 if one does.
// `pnpm check lint types` runs only the gates named. Two run at a time: most of them use more than one core.
import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { chooseRuntime } from '../scripts/set-up/runtime.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const AT_ONCE = 2;

const tool = (path) => join('node_modules', path);
const knip = [tool('knip/bin/knip.js'), '--no-progress', '--no-config-hints'];
const sources = ['packages', 'apps', 'bench', 'eval', 'test', 'integrations'];

/** What is checked: a name, what it guards, and programs run one after another. Slow ones first. */
const GATES = [
  [
    'types',
    'the whole workspace type-checks',
    // The console runs in browsers, with other globals than Node's.
    ['tsconfig.json', 'apps/console/tsconfig.json'].map((config) => [
      tool('typescript/bin/tsc'),
      '--noEmit',
      '-p',
      config,
    ]),
  ],
  [
    'lint',
    'floating promises, any, purity of the domain',
    [[tool('oxlint/bin/oxlint'), '--type-aware', '--deny-warnings']],
  ],
  [
    'boundaries',
    'layers, one SDK one room, no cycles',
    [
      [
        tool('dependency-cruiser/bin/dependency-cruiser.mjs'),
        '--config',
        '.dependency-cruiser.mjs',
        ...sources,
      ],
    ],
  ],
  [
    'dead-code',
    'unused files, dependencies, exports',
    // The second pass also asks whether anybody uses what a package offers at its door.
    [knip, [...knip, '--include-entry-exports', '--include', 'exports']],
  ],
  ['house-rules', 'sizes, words, doors, README files, where SQL stands', [['tooling/house-rules.mjs']]],
  [
    'format',
    'one way to lay out code',
    [[tool('@biomejs/biome/bin/biome'), 'check', '--linter-enabled=false', '.']],
  ],
];

/** Runs one program; resolves with its exit code and all it printed. */
function run(runtime, args, env) {
  return new Promise((resolve) => {
    const child = spawn(runtime, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const keep = (chunk) => {
      output += chunk;
    };
    child.stdout.setEncoding('utf8').on('data', keep);
    child.stderr.setEncoding('utf8').on('data', keep);
    child.on('error', (error) => resolve({ code: 1, output: `${output}${error.message}\n` }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/** Runs a gate to its end, also when its first program fails: one run shows everything. */
async function runGate([name, guards, programs], runtime, env) {
  const started = performance.now();
  let failed = false;
  let output = '';
  for (const program of programs) {
    const ran = await run(runtime, program, env);
    failed ||= ran.code !== 0;
    output += ran.output;
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stdout.write(
    `${failed ? 'FAIL' : 'ok  '} ${name.padEnd(12)} ${seconds.padStart(5)} s  ${guards}\n`,
  );
  return { name, failed, output };
}

async function main(names) {
  const unknown = names.filter((name) => !GATES.some(([gate]) => gate === name));
  if (unknown.length > 0) {
    process.stderr.write(
      `No such check: ${unknown.join(', ')}. There are: ${GATES.map(([gate]) => gate).join(', ')}.\n`,
    );
    return 2;
  }
  const runtime = chooseRuntime();
  // Programs that start others (the type-aware linter does) find the same runtime and tools.
  const env = {
    ...process.env,
    PATH: [join(ROOT, 'node_modules', '.bin'), process.env.PATH ?? ''].join(delimiter),
  };
  const waiting = GATES.filter(([gate]) => names.length === 0 || names.includes(gate));
  const results = [];
  const lane = async () => {
    for (let gate = waiting.shift(); gate !== undefined; gate = waiting.shift()) {
      results.push(await runGate(gate, runtime, env));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  const failures = results.filter(({ failed }) => failed);
  for (const { name, output } of failures) process.stdout.write(`\n── ${name} ──\n${output.trimEnd()}\n`);
  return failures.length > 0 ? 1 : 0;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
