import type { ServerFacts } from '@salience/database/schema';
import { expect, test } from 'vitest';
import { checkStandby } from './standby.ts';

const several = 'postgres://operator@a/salience?host=a,b';
const look = (settings: Record<string, string>, url = several) =>
  checkStandby({ settings } as unknown as ServerFacts, url).map(({ check, level }) => `${check} ${level}`);

test('an address of several servers is told whether commits wait for one of the others', () => {
  expect(look({ synchronous_standby_names: 'ANY 1 (b)', synchronous_commit: 'on' })).toEqual([
    'postgres.standby ok',
  ]);
  expect(look({ synchronous_standby_names: '', synchronous_commit: 'on' })).toEqual([
    'postgres.standby warn',
  ]);
  for (const commit of ['local', 'off'])
    expect(look({ synchronous_standby_names: 'b', synchronous_commit: commit })).toEqual([
      'postgres.standby warn',
    ]);
  expect(look({ synchronous_standby_names: '' }, 'postgres://operator@a/salience')).toEqual([]);
});
