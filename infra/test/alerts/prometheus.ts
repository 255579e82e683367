import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { obtainProgram } from '../../../packages/adapters/embedded/src/index.ts';
import { root } from '../compose-file.ts';

/** The values of a series, one a minute from minute 0 on; null is a scrape that did not find it. */
export interface Series {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly values: string;
}

/** Prometheus' own tool for rules, from the distribution's package. Throws, saying why, where it cannot be had. */
export async function promtool(): Promise<string> {
  const got = await obtainProgram(
    {
      launcher: 'promtool',
      package: 'prometheus',
      file: 'usr/bin/promtool',
      runs: (path) => spawnSync(path, ['--version'], { timeout: 10_000 }).status === 0,
      purpose: 'to evaluate alerts',
    },
    { cacheDir: join(root, 'node_modules/.cache/prometheus') },
  );
  if (got.path === undefined) throw new Error(`Alerts are evaluated by Prometheus itself: ${got.reason}`);
  return got.path;
}

/** Throws with what the tool says where the rules are none. */
export function checkRules(tool: string): void {
  execFileSync(tool, ['check', 'rules', rules], { encoding: 'utf8' });
}

/** The alerts of alerts.yml that fire at a minute, as Prometheus evaluates them once a minute over these series. */
export const firing = (tool: string, series: readonly Series[], minute: number): string[] =>
  firingBy(tool, series, minute, 'alertname', '');

/** The apps of which an alert of alerts.yml tells at a minute, likewise. */
export const appsToldOf = (
  tool: string,
  alert: string,
  series: readonly Series[],
  minute: number,
): string[] => firingBy(tool, series, minute, 'app', `,alertname=${JSON.stringify(alert)}`);

/** The values of a label among the alerts that fire and match. */
function firingBy(
  tool: string,
  series: readonly Series[],
  minute: number,
  label: string,
  matching: string,
): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'salience-alerts-'));
  const file = join(folder, 'test.json');
  const input = series.map(({ labels, name, values }) => ({
    series: `${name}{${Object.entries(labels)
      .map(([label, value]) => `${label}=${JSON.stringify(value)}`)
      .join(',')}}`,
    values,
  }));
  // Nothing is expected, so that the tool says what there is.
  const expr = `count by (${label}) (ALERTS{alertstate="firing"${matching}})`;
  const expectation = { expr, eval_time: `${minute}m`, exp_samples: [] };
  const test = { interval: '1m', input_series: input, promql_expr_test: [expectation] };
  writeFileSync(file, JSON.stringify({ rule_files: [rules], evaluation_interval: '1m', tests: [test] }));
  try {
    const ran = spawnSync(tool, ['test', 'rules', file], { encoding: 'utf8', maxBuffer: 64_000_000 });
    const text = `${ran.stdout}${ran.stderr}`;
    if (ran.status === 0 && text.includes('SUCCESS')) return [];
    const got = /got:\s*(.*)/.exec(text)?.[1];
    if (got === undefined) throw new Error(text.slice(0, 2_000));
    return [...got.matchAll(new RegExp(`${label}="([\\w-]+)"`, 'g'))].map(([, name = '']) => name).sort();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const rules = join(root, 'infra/prometheus/alerts.yml');
