import { randomBytes } from 'node:crypto';
import { createDatabase, type Database } from '@salience/database';
import { type AppRole } from '@salience/database/schema';
import { poolOf } from '@salience/postgres';
import pg from 'pg';
import { throughPooler } from '../servers/pgbouncer.ts';
import { closesWithFile, runServers } from '../servers/test-run.ts';
import { pause } from '../until.ts';
import { ownerUrlOf, runOnce, urlAs } from './prepare-database.ts';

/** A database of one's own, migrated, with the default agent in it. */
export interface TestDatabase {
  readonly name: string;
  /** For planting rows and looking at everything: the owner's, which is no superuser but sees through no policy's fence. */
  readonly ownerUrl: string;
  /** The superuser's. No app ever gets it. */
  readonly adminUrl: string;
  /** The address for one app's role, as the app gets it in DATABASE_URL. */
  urlFor(role: AppRole): string;
  /** The same without a pooler between, where the run has one. */
  directUrlFor(role: AppRole): string;
  /**
   * A pool for one role; closed by `close`. `direct` goes past a pooler, for what belongs to one connection: its plans, its counters, its
   * temporary objects.
   */
  connect(role: AppRole, options?: { readonly direct?: boolean }): Database;
  /** Runs a statement as superuser, past row-level security: for looking, and for planting what no app may write. */
  admin<R extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<R[]>;
  /** Closes the pools and drops the database, whoever is still connected; done by itself when the test file is. */
  close(): Promise<void>;
}

/**
 * Clones the run's template database for the calling test file. Many files may do so at once. It goes when the file is done.
 */
export async function testDatabase(): Promise<TestDatabase> {
  const { adminUrl, template, poolerPort } = await runServers();
  const name = `test_${randomBytes(6).toString('hex')}`;
  await clone(adminUrl, template, name);
  return databaseHandle(adminUrl, name, poolerPort);
}

/** The handle of a database that exists. `adminUrl` is a superuser's address of its server. */
export function databaseHandle(adminUrl: string, name: string, poolerPort?: number): TestDatabase {
  const urlOf = (role: AppRole): string => {
    const url = urlAs(adminUrl, name, role);
    return poolerPort === undefined ? url : throughPooler(url, { port: poolerPort });
  };
  const own = new URL(adminUrl);
  own.pathname = `/${name}`;
  const pools: Database[] = [];
  const adminPool = poolOf(own.href, {
    max: 2,
    idleTimeoutMillis: 1_000,
    allowExitOnIdle: true,
  });
  // Servers are restarted under tests; the next query tells whether that worked.
  adminPool.on('error', () => {});
  return {
    name,
    ownerUrl: ownerUrlOf(adminUrl, name),
    adminUrl: own.href,
    urlFor: urlOf,
    directUrlFor: (role) => urlAs(adminUrl, name, role),
    connect(role, { direct = false } = {}) {
      const pool = createDatabase({
        url: direct ? urlAs(adminUrl, name, role) : urlOf(role),
        applicationName: `test-${role}`,
        poolMax: 4,
      });
      pools.push(pool);
      return pool;
    },
    async admin<R extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []) {
      const result = await adminPool.query<R>(text, [...values]);
      return result.rows;
    },
    close: closesWithFile(async () => {
      await Promise.all(pools.map((pool) => pool.close()));
      await adminPool.end();
      await runOnce(adminUrl, `drop database if exists ${pg.escapeIdentifier(name)} with (force)`);
    }),
  };
}

/** 55006: somebody is connected to the template this instant. */
async function clone(adminUrl: string, template: string, name: string): Promise<void> {
  // Its files copied as they are: through the log, page by page, costs twice as much.
  const statement =
    `create database ${pg.escapeIdentifier(name)} template ${pg.escapeIdentifier(template)} ` +
    'strategy file_copy owner salience_migrator';
  for (let attempt = 1; ; attempt += 1) {
    try {
      await runOnce(adminUrl, statement);
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== '55006' || attempt >= 50) throw error;
      await pause(20 * attempt);
    }
  }
}
