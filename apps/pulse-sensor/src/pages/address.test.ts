import { describe, expect, it } from 'vitest';
import { readAddress, shownAddress } from './address.ts';

describe('readAddress', () => {
  it('takes credentials out of an address', () => {
    const { authorization, url } = readAddress('https://ana:p%40ss@example.org:8443/a?b=c#d');
    expect(url.href).toBe('https://example.org:8443/a?b=c');
    expect(Buffer.from(authorization!.replace('Basic ', ''), 'base64').toString()).toBe('ana:p@ss');
    expect(readAddress('http://example.org').authorization).toBeNull();
    expect(readAddress('http://a%zz@example.org').authorization).toBe(
      `Basic ${Buffer.from('a%zz:').toString('base64')}`,
    );
  });

  it.each(['ftp://ana:secret@example.org', 'file:///etc/passwd', 'secret', ''])(
    'threat: refuses %j and shows no secret',
    (endpoint) => {
      expect(() => readAddress(endpoint)).toThrow(expect.objectContaining({ code: 'page.bad-address' }));
      expect(() => readAddress(endpoint)).toThrow(/^(?!.*secret)/);
    },
  );
});

it('threat: shows neither credentials nor a query', () => {
  expect(shownAddress('https://ana:secret@example.org/a?key=secret#secret')).toBe('https://example.org/a?…');
  expect(shownAddress('https://example.org')).toBe('https://example.org/');
  expect(shownAddress('secret')).toBe('what is no address');
});
