// Renders the chart with each file of `values/` into `rendered/`, which the tests read: `node infra/helm/render.mjs`. By `helm template` where there
// is helm; else by `render/main.go`, which takes Go and the sources of Sprig and yaml.v3 below GOPATH (Debian: golang-go, golang-github-masterminds-sprig-dev,
// golang-gopkg-yaml.v3-dev). Each result begins with a hash of what it was made from, so that a test sees when it is out of date.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';

const folder = dirname(fileURLToPath(import.meta.url));
/** The folder of the chart. */
export const chartFolder = join(folder, 'salience');
/** The names of the sets of values that are rendered. */
export const valueSets = readdirSync(join(folder, 'values')).map((name) => name.replace(/\.yaml$/, ''));

/** A hash of all that the manifests of a set of values are made from. */
export function sourceHash(set) {
  const hash = createHash('sha256');
  const files = ['Chart.yaml', 'values.yaml', 'files/alerts.yml'].concat(
    readdirSync(join(chartFolder, 'templates'))
      .map((name) => `templates/${name}`)
      .sort(),
  );
  for (const file of files) hash.update(`${file}\n${readFileSync(join(chartFolder, file), 'utf8')}`);
  return hash.update(readFileSync(join(folder, 'values', `${set}.yaml`), 'utf8')).digest('hex');
}

function render(set) {
  const values = join(folder, 'values', `${set}.yaml`);
  const helm = ['helm', 'template', 'salience', chartFolder, '--namespace', 'agents', '--values', values];
  const go = ['go', 'run', join(folder, 'render', 'main.go'), chartFolder, values];
  const env = { GOPATH: '/usr/share/gocode', ...process.env, GO111MODULE: 'off' };
  for (const [command, ...args] of [helm, go]) {
    const ran = spawnSync(command, args, { encoding: 'utf8', env });
    if (ran.error?.code === 'ENOENT') continue;
    if (ran.status !== 0) throw new Error(ran.stderr);
    return ran.stdout;
  }
  throw new Error('Expected helm or go on the path.');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  copyFileSync(join(folder, '..', 'prometheus', 'alerts.yml'), join(chartFolder, 'files', 'alerts.yml'));
  for (const set of valueSets) {
    const text = render(set);
    writeFileSync(
      join(folder, 'rendered', `${set}.yaml`),
      `# Made by infra/helm/render.mjs; do not edit. Source: ${sourceHash(set)}\n${text}`,
    );
  }
}
