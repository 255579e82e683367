import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase, migrate } from '@salience/database';
import { startPrivatePostgres } from '@salience/embedded';
import { expect, test } from 'vitest';
import { repositoryRoot } from '../src/index.ts';

const compose = readFileSync(join(repositoryRoot, 'docker-compose.yml'), 'utf8');
const statements = readFileSync(join(repositoryRoot, 'infra/postgres/init.sql'), 'utf8')
  .replaceAll(/^--.*$/gm, '')
  .split(';')
  .map((statement) => statement.trim())
  .filter((statement) => statement !== '');

test('the address that docker-compose.yml tells to use can migrate a server that its init.sql prepared', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'salience-compose-'));
  const server = await startPrivatePostgres({ dataDir: join(folder, 'postgres'), endWithCaller: true });
  try {
    const admin = createDatabase({ url: server.url(), applicationName: 'test' });
    for (const statement of statements) await admin.pool.query(statement);
    await admin.close();
    const told = /DATABASE_URL=(postgres:\S+)/.exec(compose)?.[1];
    const url = new URL(told ?? '');
    url.port = String(server.port);
    const migrated = await migrate({
      url: url.href,
      migrationsFolder: join(repositoryRoot, 'packages/adapters/database/migrations'),
      policies: [],
    });
    expect(migrated.applied).toBeGreaterThan(0);
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});

test('Redis in docker-compose.yml is set as the queues demand it', () => {
  expect(compose).toMatch(/'--maxmemory-policy', 'noeviction'/);
  expect(compose).toMatch(/'--appendonly', 'yes'/);
});
