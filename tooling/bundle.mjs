// Bundles the app or package in the current folder: src/main.ts becomes dist/main.mjs, one file with all its
// libraries, so that many processes on one machine start fast and small. Run by each app's `build` script.
// With --split, what is imported on demand goes into files of its own beside it: a command line loads little then.
// A bundle that embeds gets the program of the thread that does it as a second file.
// With --copy from:to, a folder of files that the program serves goes into dist beside it.
import { cpSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import process from 'node:process';
import { build } from 'esbuild';
import { functionSet } from './function-set.mjs';

// Native modules cannot go into a bundle. onnxruntime-node is found in the repository's root node_modules;
// the others are optional speed-ups that their libraries look for and do without.
const EXTERNAL = ['onnxruntime-node', 'pg-native', 'msgpackr-extract'];

// OpenTelemetry's SDK for Node can make every exporter there is from the environment, so it imports them all: 15 MB of memory a
// process. We make one ourselves (`packages/kit/telemetry/src/start-sdk.ts`); the others are empty modules here, and
// making one of them would throw.
const UNUSED =
  /^@opentelemetry\/(configuration|exporter-(logs|metrics)-.+|exporter-trace-otlp-(grpc|proto)|exporter-(prometheus|zipkin))$/;
const leaveOutUnused = {
  name: 'leave out unused exporters',
  setup(bundle) {
    bundle.onResolve({ filter: UNUSED }, ({ path }) => ({ path, namespace: 'unused' }));
    bundle.onLoad({ filter: /^/, namespace: 'unused' }, () => ({ contents: 'module.exports = {};' }));
  },
};

// Libraries in CommonJS call require() for Node's own modules and read these names; an ES module has neither.
const BANNER = [
  "import { createRequire as __createRequire } from 'node:module';",
  "import { dirname as __pathDirname } from 'node:path';",
  "import { fileURLToPath as __fileURLToPath } from 'node:url';",
  'const require = __createRequire(import.meta.url);',
  'const __filename = __fileURLToPath(import.meta.url);',
  'const __dirname = __pathDirname(__filename);',
].join('\n');

const split = process.argv.includes('--split');
const copies = process.argv
  .flatMap((argument, index) => (argument === '--copy' ? [process.argv[index + 1] ?? ''] : []))
  .map((copy) => copy.split(':'));

// Whoever starts a thread looks for its program by its own folder.
const THREADS = [
  {
    starter: 'embeddings/src/threaded-model.ts',
    program: join(import.meta.dirname, '../packages/adapters/embeddings/src/sentence-thread.ts'),
  },
  {
    // Of the app itself: its sources are named from its own folder.
    starter: 'src/learning/learn-in-thread.ts',
    program: join(import.meta.dirname, '../apps/pulse-sensor/src/learning/learning-thread.ts'),
  },
  {
    starter: 'src/regulate/in-thread.ts',
    program: join(import.meta.dirname, '../apps/routing-regulator/src/regulate/cycle-thread.ts'),
  },
];

function bundle(entryPoints) {
  return build({
    absWorkingDir: process.cwd(),
    entryPoints,
    outdir: 'dist',
    // Flat, wherever the sources are.
    entryNames: '[name]',
    outExtension: { '.js': '.mjs' },
    splitting: split,
    // Beside main.mjs, not below it: sources find the repository by their distance from it.
    chunkNames: '[name]-[hash]',
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node22',
    external: EXTERNAL,
    // Which functions of the schema the program was written for: it has no SQL beside it.
    define: { SALIENCE_FUNCTION_SET: JSON.stringify(functionSet()) },
    plugins: [leaveOutUnused],
    banner: { js: BANNER },
    sourcemap: true,
    minify: false,
    keepNames: true,
    legalComments: 'none',
    logLevel: 'warning',
    metafile: true,
  });
}

/** Whether code of a source file is in a bundle. */
function holds(metafile, source) {
  return Object.values(metafile.outputs).some(({ inputs }) =>
    Object.entries(inputs).some(([path, { bytesInOutput }]) => path.endsWith(source) && bytesInOutput > 0),
  );
}

try {
  const main = await bundle(['src/main.ts']);
  const started = THREADS.filter(({ starter }) => holds(main.metafile, starter));
  const threads = await Promise.all(started.map(({ program }) => bundle([program])));
  for (const [from, to] of copies) {
    rmSync(join('dist', to), { recursive: true, force: true });
    cpSync(from, join('dist', to), { recursive: true, dereference: true });
  }
  // Only now, so that the program is never missing: what an earlier build left and this one did not write.
  const written = new Set([
    ...[main, ...threads].flatMap(({ metafile }) =>
      Object.keys(metafile.outputs).map((file) => basename(file)),
    ),
    ...copies.map(([, to]) => to.split('/')[0]),
  ]);
  for (const file of readdirSync('dist'))
    if (!written.has(file)) rmSync(join('dist', file), { recursive: true });
} catch {
  // esbuild has printed what is wrong and where.
  process.exitCode = 1;
}
