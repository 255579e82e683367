// Lays out what one image holds: `node infra/image/assemble.mjs <program> <folder>`, when it is built.
// A program is an app or `cli`. The Dockerfile copies the folder as it is, and a test starts every program from one.
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Programs beside the apps, by where they stand. */
const OTHERS = { cli: 'packages/cli' };

/** Those that turn text into vectors: 46 MB of native library and 8 MB of model that the others do without. */
const EMBEDDING = new Set(['consumer', 'digest', 'episodic', 'cognitive-drift']);

/** Lays a program out in `folder`. Throws where it was not built. */
async function assemble(program, folder) {
  const home = OTHERS[program] ?? `apps/${program}`;
  const from = join(ROOT, home, 'dist');
  if (!existsSync(join(from, 'main.mjs'))) {
    throw new Error(
      `Expected a built program at ${home}/dist/main.mjs: run "pnpm build", and check the name "${program}".`,
    );
  }
  // The same distance from the root as in the repository: the command line finds the SQL of the schema by it.
  const to = join(folder, home, 'dist');
  mkdirSync(to, { recursive: true });
  for (const file of readdirSync(from)) {
    // Source maps are as large as the programs and are not read without a flag.
    if (!file.endsWith('.map')) cpSync(join(from, file), join(to, file), { recursive: true });
  }
  if (program === 'cli') {
    for (const part of ['migrations', 'sql']) {
      const path = `packages/adapters/database/${part}`;
      cpSync(join(ROOT, path), join(folder, path), { recursive: true });
    }
  }
  if (EMBEDDING.has(program)) await addEmbedder(folder);
  writeFileSync(join(folder, 'main.mjs'), `import './${home}/dist/main.mjs';\n`);
  const { name, version, license } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  writeFileSync(
    join(folder, 'package.json'),
    `${JSON.stringify({ name, version, license, type: 'module' })}\n`,
  );
  copyFileSync(join(ROOT, 'infra/image/healthcheck.mjs'), join(folder, 'healthcheck.mjs'));
  copyFileSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));
}

/** The native runtime for this platform alone (its package brings six), and the model, converted and checked. */
async function addEmbedder(folder) {
  const runtime = realpathSync(join(ROOT, 'node_modules/onnxruntime-node'));
  const parts = ['package.json', 'dist', `bin/napi-v6/${process.platform}/${process.arch}`];
  copyParts(runtime, parts, join(folder, 'node_modules/onnxruntime-node'));
  // Its neighbour in the store; what it needs beside that serves its installer only.
  const common = realpathSync(join(dirname(runtime), 'onnxruntime-common'));
  copyParts(common, ['package.json', 'dist/cjs'], join(folder, 'node_modules/onnxruntime-common'));
  const { prepareEmbeddingModel } = await import('../../packages/adapters/embeddings/src/index.ts');
  await prepareEmbeddingModel({ cacheDir: join(folder, 'models') });
}

function copyParts(from, parts, to) {
  for (const part of parts) cpSync(join(from, part), join(to, part), { recursive: true, dereference: true });
}

const [program, folder] = process.argv.slice(2);
if (program === undefined || program === '' || folder === undefined) {
  process.stderr.write(
    'Expected a program and a folder: node infra/image/assemble.mjs <app or cli> <folder>\n',
  );
  process.exit(2);
}
await assemble(program, folder);
