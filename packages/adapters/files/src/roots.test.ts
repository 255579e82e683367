import { describe, expect, it } from 'vitest';
import { minimalRoots } from './roots.ts';

describe('minimalRoots', () => {
  it.each([
    [
      ['/a', '/a/b', '/c'],
      ['/a', '/c'],
    ],
    [['/a/b', '/a'], ['/a']],
    [['/a/', '/a', '/a/../a'], ['/a']],
    [
      ['/a', '/ab'],
      ['/a', '/ab'],
    ],
    [['/a/b/c', '/a/b', '/a'], ['/a']],
    [[], []],
  ])('of %j keeps %j', (roots, expected) => {
    expect(minimalRoots(roots)).toEqual(expected);
  });

  it('keeps a root that another one leads to only through an ignored name', () => {
    expect(minimalRoots(['/a', '/a/.config', '/a/.config/deep'])).toEqual(['/a', '/a/.config']);
    expect(minimalRoots(['/a', '/a/.config'], () => false)).toEqual(['/a']);
  });
});
