import { describe, expect, it } from 'vitest';
import { asciiLower, isLookAlike, readAnyDomain, readDomain, speaksFor } from './domains.ts';

describe('speaksFor', () => {
  it.each([
    ['a.test', 'a.test', true],
    ['a.test', 'b.a.test', true],
    ['a.test', 'c.b.a.test', true],
    ['b.a.test', 'a.test', false],
    ['a.test', 'ba.test', false],
    ['test', 'a.test', false],
    ['test', 'test', false],
    ['co.uk', 'a.co.uk', false],
    ['com.br', 'a.com.br', false],
    ['a.co.uk', 'b.a.co.uk', true],
    ['bank.de', 'mail.bank.de', true],
    ['kpn.nl', 'mail.kpn.nl', false],
    ['kpn.nl', 'kpn.nl', true],
    ['github.io', 'ann.github.io', false],
    ['github.com', 'mail.github.com', true],
    ['', '', false],
  ])('%s for %s: %s', (domain, other, expected) => {
    expect(speaksFor(domain, other)).toBe(expected);
  });
});

describe('domains', () => {
  it.each(['a', 'A.test', 'a-b.c1.test', `${'a'.repeat(63)}.test`])('reads %s', (text) => {
    expect(readDomain(text)).toBe(text.toLowerCase());
  });

  it.each([
    '',
    '.',
    'a.',
    '.a',
    'a..b',
    '-a.test',
    'a-.test',
    'a_b.test',
    'а.test',
    'a b',
    '@a.test',
    `${'a'.repeat(64)}.test`,
    'a.'.repeat(130) + 'a',
  ])('does not read %j', (text) => {
    expect(readDomain(text)).toBeNull();
  });

  it('reads letters of all alphabets where it is told to', () => {
    expect([readAnyDomain('Bücher.test'), readAnyDomain('a。test')]).toEqual(['bücher.test', null]);
  });

  it.each([
    ['a@b.test', false],
    ['a--b@c--d.test', false],
    ['a@xn--a.test', true],
    ['a@b.xn--p1ai', true],
    ['a@bücher.test', true],
    ['ä@b.test', true],
  ])('%s can look like another: %s', (address, expected) => {
    expect(isLookAlike(address)).toBe(expected);
  });

  it('makes only our own letters small', () => {
    expect(asciiLower('A\u212A\u0130Z')).toBe('a\u212A\u0130z');
  });
});
