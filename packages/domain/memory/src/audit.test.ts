import { expect, test } from 'vitest';
import { type AuditItem, auditMemory, type AuditSource } from './audit.ts';
import { saidKey } from '@salience/language';

const now = new Date('2026-03-01T12:00:00Z');
const source = (more: Partial<AuditSource> = {}): AuditSource => ({
  said: 'My sister Ana lives in Porto.',
  speaker: null,
  replied: 'Noted.',
  cites: false,
  ...more,
});
const item = (more: Partial<AuditItem> = {}): AuditItem => ({
  text: 'Ana lives in Porto',
  of: '',
  seenAt: now,
  strength: 0.8,
  explicit: false,
  superseded: false,
  sources: [source()],
  ...more,
});
const audit = (items: AuditItem[]) => auditMemory('gist', items, 100, now);

test('what its sources carry is sound, and the figures are shares of what was looked at', () => {
  expect(audit([item()])).toEqual({
    total: 100,
    looked: 1,
    duplicates: 0,
    unsupported: 0,
    loops: 0,
    stale: 0,
  });
  expect(audit([])).toMatchObject({ looked: 0, duplicates: 0, stale: 0 });
});

test('the same words, however written, are a duplicate; of another thing, or superseded, they are none', () => {
  const again = item({ text: 'ana LIVES in  Porto!' });
  expect(audit([item(), again]).duplicates).toBe(0.5);
  expect(audit([item({ of: 'Ana' }), item({ of: 'Bo' })]).duplicates).toBe(0);
  expect(audit([item(), item({ superseded: true })]).duplicates).toBe(0);
});

test('the same word for word has one key, whatever case, accents, marks and spaces', () => {
  expect(saidKey('Água,  PLEASE!')).toBe(saidKey('agua please'));
  expect(saidKey('agua please now')).not.toBe(saidKey('agua please'));
  expect(saidKey('a b', 'c')).not.toBe(saidKey('a', 'b c'));
  expect(saidKey('?!', '')).toBe('');
});

test('words that no source has are unsupported', () => {
  expect(audit([item({ text: 'Ana owns three boats' })]).unsupported).toBe(1);
});

test('a memory of a recalled memory is a loop: only a reply that cites memory says it', () => {
  const asked = 'Where does she live?';
  const recalled = source({ said: asked, replied: 'Ana lives in Porto.', cites: true });
  expect(audit([item({ sources: [recalled] })])).toMatchObject({ loops: 1, unsupported: 0 });
  expect(audit([item({ sources: [{ ...recalled, cites: false }] })])).toMatchObject({ loops: 0 });
  expect(audit([item({ sources: [recalled, source()] })])).toMatchObject({ loops: 0 });
});

test('what was superseded or faded is stale; what somebody asked to be kept never is (law 9)', () => {
  const old = new Date('2020-01-01T00:00:00Z');
  expect(audit([item({ superseded: true })]).stale).toBe(1);
  expect(audit([item({ seenAt: old, strength: 0 })]).stale).toBe(1);
  expect(audit([item({ seenAt: old, strength: 0, explicit: true })]).stale).toBe(0);
});

test('what was not made of exchanges is not judged by them', () => {
  expect(audit([item({ sources: [], text: 'anything' })]).unsupported).toBe(0);
});
