import { expect, it } from 'vitest';
import { isOwnFile } from './own-doing.ts';

const event = (location: string) =>
  ({
    source: 'filesystem',
    location,
    delta_type: 'created',
    magnitude: 1,
    timestamp: 1,
    features: {},
  }) as const;

it('a file that a call of a tool named is the agent’s own doing', () => {
  const calls = ['{"tool":"write_file","arguments":{"path":"/in/my \\"note\\".md"}}'];
  expect(isOwnFile(event('/in/my "note".md'), calls)).toBe(true);
  expect(isOwnFile(event('/in/other.md'), calls)).toBe(false);
  expect(isOwnFile(event('/in/other.md'), [])).toBe(false);
});

it('a name that says nothing is nobody’s', () => {
  expect(isOwnFile(event('/in/a.c'), ['a.c'])).toBe(false);
});
