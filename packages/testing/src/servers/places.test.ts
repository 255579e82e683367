import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { placeOfRun } from './places.ts';

it('keeps the data of a run where memory is offered, if there is enough of it', () => {
  const roomy = process.cwd();
  expect(placeOfRun(roomy)).toBe(roomy);
});

it('keeps it with the temporary files where none is offered', () => {
  expect(placeOfRun('/nonexistent/shm')).toBe(tmpdir());
});

it('keeps it with the temporary files where the room is too small', () => {
  expect(placeOfRun('/proc')).toBe(tmpdir());
});
