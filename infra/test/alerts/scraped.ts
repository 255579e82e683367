import type { Series } from './prometheus.ts';

const sample = /^(salience_\w+)(?:\{(.*)\})? (\S+)$/;

/** What was scraped of a worker, as series that stay as they are; with the labels that prometheus.yml adds. */
export function seriesOf(app: string, text: string): Series[] {
  const found = text.split('\n').flatMap((line) => {
    const [, name, labels = '', value = ''] = sample.exec(line) ?? [];
    if (name === undefined || name.endsWith('_bucket')) return [];
    const own = Object.fromEntries(
      [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label = '', text = '']) => [label, text]),
    );
    return [{ name, labels: { ...own, app }, values: `${Number(value)}+0x4500` }];
  });
  return [
    ...found,
    { name: 'up', labels: { job: 'salience', app, instance: `${app}:9464` }, values: '1+0x4500' },
  ];
}
