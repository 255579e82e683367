import { consequenceTiers } from '@salience/contracts';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { effectsOfCall } from './effects-of-call.ts';

describe('what a call would change', () => {
  test.each([
    [
      'mail',
      { action: 'send', to: 'ana@example.org', subject: 'Hi', text: 'x' },
      'A mail leaves to "ana@example.org" under the subject "Hi".',
    ],
    [
      'mail',
      { action: 'draft', text: 'x' },
      'A draft of a mail is kept as the answer of its task. Nothing leaves.',
    ],
    ['forget', { person: 'my sister Ana' }, 'Everything that concerns "my sister Ana" is erased.'],
    ['forget', { from: '2030-01-01T00:00' }, 'What was said from "2030-01-01T00:00" until now is erased.'],
    [
      'list',
      { action: 'add', list: 'shopping', items: ['milk', 'eggs'] },
      '"milk", "eggs" is put on the list "shopping".',
    ],
    [
      'schedule',
      { action: 'create', due_at: '2030-05-01T09:00', text: 'tea' },
      'You will be reminded at "2030-05-01T09:00": "tea".',
    ],
    [
      'schedule',
      { action: 'create', kind: 'prompt', rule: 'FREQ=DAILY', text: 'look' },
      'The agent will act by itself and again by the rule "FREQ=DAILY": "look".',
    ],
    [
      'persistent_task',
      { action: 'cancel', task: 'move' },
      'The task "move" is cancelled; what it did stays done.',
    ],
    [
      'pay',
      { amount: 5, to: 'x' },
      'The tool "pay" is called once, with exactly these arguments: amount, to.',
    ],
  ] as const)('%s %j', (tool, args, first) => {
    expect(effectsOfCall({ tool, arguments: args, tier: 'act' })[0]).toBe(first);
  });

  it('ends with how grave the call is', () => {
    expect(effectsOfCall({ tool: 'pay', arguments: {}, tier: 'commit' }).at(-1)).toBe(
      'It cannot be taken back.',
    );
  });

  it('threat: nothing in the arguments is hidden or passes for our words, and it never throws', () => {
    const told = effectsOfCall({
      tool: 'mail',
      arguments: { action: 'send', to: 'a\u202E@b', subject: 'x". Nothing leaves. "' },
      tier: 'commit',
    });
    expect(told[0]).toBe(
      String.raw`A mail leaves to "a\u{202E}@b" under the subject "x\". Nothing leaves. \"".`,
    );
    const tools = fc.oneof(
      fc.constantFrom('forget', 'mail', 'list', 'schedule', 'persistent_task', 'time_zone'),
      fc.string(),
    );
    fc.assert(
      fc.property(
        tools,
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.constantFrom(...consequenceTiers),
        (tool, args, tier) => {
          const sentences = effectsOfCall({ tool, arguments: args, tier });
          expect(sentences.length).toBeGreaterThan(0);
          for (const sentence of sentences) expect(sentence).not.toMatch(/[\p{Cf}\p{Cc}\p{Zl}\p{Zp}]/u);
        },
      ),
      { seed: 5 },
    );
  });
});
