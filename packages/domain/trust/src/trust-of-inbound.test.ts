import { type Authority, isPersons, isTainted, type Trust } from '@salience/contracts';
import { describe, expect, it } from 'vitest';
import { trustOfInbound } from './trust-of-inbound.ts';

describe('trustOfInbound', () => {
  it.each<[Authority, Trust]>([
    ['unknown', 'external'],
    ['owner_claimed', 'external'],
    ['external_verified', 'external'],
    ['owner_verified', 'unverified'],
    ['approved_session', 'unverified'],
    ['system', 'user'],
  ])('law 10: %s is %s', (authority, trust) => {
    expect(trustOfInbound(authority)).toBe(trust);
    expect(isPersons(trust)).toBe(authority === 'system');
    expect(isTainted(trust)).toBe(authority !== 'system');
  });
});
