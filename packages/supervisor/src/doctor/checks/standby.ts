import type { ServerFacts } from '@salience/database/schema';
import { readAddress } from '@salience/postgres';
import { type Finding, ok, warn } from '../finding.ts';

/** Whether what was accepted survives that another server takes over; nothing where the address names one server. */
export function checkStandby({ settings }: ServerFacts, databaseUrl: string): Finding[] {
  const servers = readAddress(databaseUrl).servers.length;
  if (servers === 0) return [];
  const check = 'postgres.standby';
  const [names = '', commit = 'on'] = [settings['synchronous_standby_names'], settings['synchronous_commit']];
  const facts = { servers, synchronousStandbys: names, synchronousCommit: commit };
  return names !== '' && commit !== 'off' && commit !== 'local'
    ? [ok(check, `DATABASE_URL names ${servers} servers, and commits wait for a standby.`, { facts })]
    : [
        warn(
          check,
          `DATABASE_URL names ${servers} servers, but commits wait for no standby: what was accepted last is lost when one takes over.`,
          'set synchronous_standby_names on the primary, with two standbys so that one may be away; see docs/postgres-at-scale.md',
          { facts },
        ),
      ];
}
