import { writeFileSync } from 'node:fs';
import { test } from 'vitest';
import { testDatabase } from '@salience/testing';
test('q', async () => {
  const d = await testDatabase();
  const out: unknown[] = [];
  for (const t of ['/home/ana/Marlene/Marlene_report.pdf', 'Marlene_report.pdf', 'A file at “/in/Marlene Huber/x.pdf” came', ' home ana Marlene Marlene report.pdf', 'https://x.org/people/marlene?x=1', 'Marlene.pdf', 'self|sender=eve@x.org', 'self|word=marlene', 'self|folder=/in/marlene', 'self|word=marlene&self|x<3', '"self|word=marlene"', 'marlene-huber/x', 'Marlene report.pdf'])
    out.push([t, (await d.admin<{ v: string }>('select to_tsvector(\'english\', $1)::text as v', [t]))[0]?.v]);
  out.push(await d.admin("select datcollate, pg_encoding_to_char(encoding) from pg_database where datname = current_database()"));
  writeFileSync('/tmp/pulse/h8/q.txt', JSON.stringify(out, null, 1));
});
