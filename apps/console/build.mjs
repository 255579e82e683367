// Builds the console into dist: one page, its scripts and its style with hashed names, each also compressed.
// Fails when the script of the first page is larger than its limit.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import process from 'node:process';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'esbuild';

/** Script of the first page, compressed with gzip, in KiB. */
const FIRST_PAGE_KIB = 250;
const OUT = 'dist';
const ASSETS = join(OUT, 'assets');

const shared = {
  absWorkingDir: process.cwd(),
  bundle: true,
  minify: true,
  target: 'es2023',
  legalComments: 'none',
  logLevel: 'warning',
  metafile: true,
  write: false,
  outdir: ASSETS,
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  // Libraries ask for this name, which no browser has.
  define: { [['process', 'env', 'NODE_ENV'].join('.')]: '"production"' },
};

/** Every style below src: what applies to all first, in this order, then those of pages by their path. */
function styles() {
  const shared = ['tokens', 'base', 'frame', 'parts', 'drawn', 'overlays', 'phone'].map(
    (name) => `styles/${name}.css`,
  );
  const files = readdirSync('src', { recursive: true }).map((file) => file.replaceAll('\\', '/'));
  const pages = files.filter((file) => file.endsWith('.css') && !file.startsWith('styles/'));
  return [
    'uplot/dist/uPlot.min.css',
    ...[...shared, ...pages.toSorted((a, b) => (a < b ? -1 : 1))].map((file) => `./src/${file}`),
  ]
    .map((file) => `@import ${JSON.stringify(file)};`)
    .join('\n');
}

/** Files that are loaded with an entry, itself included: what it imports without waiting for anything. */
function closure(outputs, entry) {
  const found = new Set();
  const visit = (file) => {
    if (found.has(file)) return;
    found.add(file);
    for (const { path, kind } of outputs[file].imports) if (kind === 'import-statement') visit(path);
  };
  visit(entry);
  return found;
}

const entryOf = ({ outputs }, source) =>
  Object.keys(outputs).find((file) => outputs[file].entryPoint?.endsWith(source));

async function bundle() {
  const [app, theme, style] = await Promise.all([
    build({
      ...shared,
      entryPoints: ['src/main.tsx'],
      format: 'esm',
      splitting: true,
      jsx: 'automatic',
    }),
    build({ ...shared, entryPoints: ['src/first.ts'], format: 'iife' }),
    build({
      ...shared,
      stdin: { contents: styles(), resolveDir: '.', loader: 'css', sourcefile: 'console.css' },
    }),
  ]);
  const main = entryOf(app.metafile, 'src/main.tsx');
  const first = entryOf(app.metafile, 'src/pages/talk/talk.tsx');
  const files = new Map(
    [...app.outputFiles, ...theme.outputFiles].map(({ path, contents }) => [basename(path), contents]),
  );
  const [css] = style.outputFiles;
  const cssName = basename(css.path).replace(/^stdin/, 'console');
  files.set(cssName, css.contents);
  return {
    files,
    firstPage: [...closure(app.metafile.outputs, main), ...closure(app.metafile.outputs, first)].map((file) =>
      basename(file),
    ),
    script: basename(main),
    preloads: [...closure(app.metafile.outputs, main)].map((file) => basename(file)),
    theme: basename(entryOf(theme.metafile, 'src/first.ts')),
    style: cssName,
  };
}

function page({ script, preloads, style, theme }) {
  const at = (file) => `/assets/console/${file}`;
  const preload = preloads
    .filter((file) => file !== script)
    .map((file) => `<link rel="modulepreload" href="${at(file)}" />`)
    .join('\n    ');
  return readFileSync('src/page.html', 'utf8')
    .replace('<!-- preloads -->', preload)
    .replace('{script}', at(script))
    .replace('{style}', at(style))
    .replace('{theme}', at(theme));
}

function write(files, html) {
  rmSync(OUT, { recursive: true, force: true });
  mkdirSync(ASSETS, { recursive: true });
  for (const [name, contents] of files) {
    writeFileSync(join(ASSETS, name), contents);
    writeFileSync(join(ASSETS, `${name}.gz`), gzipSync(contents, { level: 9 }));
    const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
    writeFileSync(join(ASSETS, `${name}.br`), brotliCompressSync(contents, options));
  }
  // Last, so that a page never names files that are not there.
  writeFileSync(join(OUT, 'index.html'), html);
}

try {
  const built = await bundle();
  const bytes = [...new Set(built.firstPage)].reduce(
    (sum, file) => sum + gzipSync(built.files.get(file), { level: 9 }).length,
    0,
  );
  const kib = bytes / 1024;
  if (kib > FIRST_PAGE_KIB)
    throw new Error(`The script of the first page is ${kib.toFixed(1)} KiB, at most ${FIRST_PAGE_KIB}.`);
  write(built.files, page(built));
  process.stdout.write(`first page: ${kib.toFixed(1)} KiB of script (gzip), at most ${FIRST_PAGE_KIB}\n`);
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
