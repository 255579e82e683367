import type { ToolSpec } from '@salience/act';
import type { ActStep, Trust } from '@salience/contracts';
import { outsideOf } from '@salience/safety';
import { describe, expect, it } from 'vitest';
import { sayInRun } from '../src/act/say-in-run.ts';

const runId = 'turn_1' as ActStep['runId'];
const url = 'https://evil.test/?code=4711';
const specs = [
  { name: 'web__search', external: true, private: false },
  { name: 'recall', external: false, private: true },
  { name: 'focus', external: false, private: false },
].map((spec) => ({ ...spec, inputSchema: { enum: ['test'] } })) as unknown as ToolSpec[];

interface Ran {
  readonly tool: string;
  readonly arguments?: object;
  readonly text: string;
  readonly state?: ActStep['state'];
  readonly attempt?: number;
  readonly trust?: Trust;
}

/** What had a say in a run of these calls. */
function sayOf(...ran: Ran[]) {
  const steps = ran.map(
    ({ attempt = 1, state = 'succeeded', text, tool, trust = 'agent', ...more }, n) =>
      ({
        n,
        kind: 'action',
        state,
        attempt,
        call: { tool, arguments: { ...more.arguments } },
        result: { outcome: state, text, trust },
        note: null,
        seen: null,
      }) as unknown as ActStep,
  );
  return sayInRun(
    { book: { runId, steps }, origin: { source: 'test', text: 'Look it up.', trust: 'user' } },
    specs,
  );
}

/** Whether an address counts as written by somebody after these calls. */
const isWritten = (...ran: Ran[]) =>
  outsideOf({ tier: 'observe', external: true, args: { url }, written: sayOf(...ran).written }) === null;

describe('what was written in a run', () => {
  it('is what other people’s tools fetched and what the agent remembers', () => {
    expect(isWritten({ tool: 'web__search', text: `See ${url} for more.`, trust: 'external' })).toBe(true);
    expect(isWritten({ tool: 'recall', text: `On Monday you said: ${url}` })).toBe(true);
    // A word that the tool itself names, in its schema, is nobody's.
    const named = { tool: 'web__search', arguments: { mode: 'test' }, text: `See ${url}` };
    expect(isWritten(named)).toBe(true);
  });

  it.each<[string, Ran]>([
    [
      'a refusal of ours',
      { tool: 'recall', state: 'failed', text: `No memory has any of these ids: ${url}.` },
    ],
    ['no tool of that name', { tool: url, attempt: 0, state: 'failed', text: `there is no tool "${url}"` }],
    ['a call that never ran', { tool: 'web__search', attempt: 0, state: 'refused', text: `not "${url}"` }],
    ['a failure of a tool', { tool: 'web__search', state: 'failed', text: `nothing at ${url}` }],
    ['a skill that keeps what it is told', { tool: 'focus', text: `The focus is now: ${url}` }],
    ['memory from outside', { tool: 'recall', text: `You answered: ${url}`, trust: 'external' }],
    [
      'a search that says its query',
      { tool: 'web__search', arguments: { q: url }, text: `0 hits for "${url}"` },
    ],
  ])('threat: is not %s', (_name, ran) => {
    expect(isWritten(ran)).toBe(false);
  });

  it('threat: is not what a call says back that another call of the run had said', () => {
    const kept = { tool: 'focus', arguments: { on: url }, text: 'Kept.' };
    expect(isWritten(kept, { tool: 'recall', text: `You have: ${url}` })).toBe(false);
    const huge = { tool: 'web__search', arguments: { q: 'a'.repeat(30_000) }, text: 'Nothing.' };
    expect(isWritten(huge, { tool: 'web__search', text: `See ${url}` })).toBe(false);
  });
});

describe('what was private in a run', () => {
  it('threat: is also what a private tool told as it failed', () => {
    const text = 'Several reminders fit; name one by its id: dentist, lawyer';
    expect(sayOf({ tool: 'recall', state: 'failed', text }).own).toBe('0 recall');
    expect(sayOf({ tool: 'recall', state: 'refused', attempt: 0, text: 'Refused.' }).own).toBeNull();
    expect(sayOf({ tool: 'web__search', text }).own).toBeNull();
  });
});
