import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { metricNames } from '../../packages/kit/telemetry/src/index.ts';
import { composeFile, readYaml, root } from './compose-file.ts';

interface Rule {
  readonly alert: string;
  readonly annotations: { readonly runbook_url?: string };
}

const folder = join(root, 'docs/runbooks');
const pages = readdirSync(folder).filter((file) => file !== 'README.md');
const textOf = (file: string) => readFileSync(join(folder, file), 'utf8');
const rules = (readYaml('infra/prometheus/alerts.yml') as { groups: { rules: Rule[] }[] }).groups.flatMap(
  (group) => group.rules,
);
const dashboards = readdirSync(join(root, 'infra/grafana/dashboards')).map(
  (file) =>
    (JSON.parse(readFileSync(join(root, 'infra/grafana/dashboards', file), 'utf8')) as { title: string })
      .title,
);

/** Every command of the pages, in its own line or between the words of a sentence. */
const commands = [
  ...new Set(
    pages.flatMap((file) =>
      [...textOf(file).matchAll(/(?:^|`)((?:\.\/salience|docker compose) [^`\n]+)/gm)].map(
        ([, line = '']) => line,
      ),
    ),
  ),
].sort();
const own = commands.filter((line) => line.startsWith('./salience '));
const ofCompose = commands.filter((line) => line.startsWith('docker compose '));

describe('runbooks', () => {
  it('are one for each alert, named by it, and none is left over', () => {
    expect(pages.toSorted()).toEqual(rules.map(({ alert }) => `${alert}.md`).toSorted());
    for (const { alert, annotations } of rules)
      expect(annotations.runbook_url).toBe(`docs/runbooks/${alert}.md`);
    const list = [...textOf('README.md').matchAll(/^\| \[\w+\]\((\w+\.md)\)/gm)].map(([, file = '']) => file);
    expect(list.toSorted()).toEqual(pages.toSorted());
  });

  it.each(pages)(
    '%s says what it means, what people notice, how to see and mend it, and when it is mended',
    (file) => {
      expect([...textOf(file).matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)).toEqual([
        'What it means',
        'What people notice',
        'See',
        'Mend',
        'Mended when',
      ]);
      const board = /Dashboard \*(.+)\*/.exec(textOf(file))?.[1];
      expect(
        dashboards.some((title) => title.endsWith(board ?? 'none')),
        board,
      ).toBe(true);
      const named = [...textOf(file).matchAll(/\bsalience_[a-z_]+\b/g)].map(([name]) => name);
      expect(named.filter((name) => !Object.values<string>(metricNames).includes(name))).toEqual([]);
    },
  );

  it.each(own)('%s is a command, with the options that it is given', (line) => {
    const words = line.split(' ').slice(1);
    const path = words.filter((word) => /^[a-z-]+$/.test(word) && !word.startsWith('-'));
    const help = execFileSync(process.execPath, [join(root, 'packages/cli/src/main.ts'), ...path, '--help'], {
      encoding: 'utf8',
      cwd: root,
    });
    expect(help).toContain(`Usage: ./salience ${path.join(' ')}`);
    for (const option of words.filter((word) => word.startsWith('--'))) expect(help).toContain(option);
  });

  it.each(ofCompose)('%s names services that exist', (line) => {
    const [verb = '', ...rest] = line.split(' ').slice(2);
    expect(['ps', 'logs', 'up', 'restart']).toContain(verb);
    const services = rest.filter((word) => /^[a-z]+(?:-[a-z]+)*$/.test(word));
    for (const service of services) expect(Object.keys(composeFile().services)).toContain(service);
  });
});
