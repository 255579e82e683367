import { describe, expect, it } from 'vitest';
import { isWorthListening, wordsAlone } from './listening.ts';

const heard = (...messages: readonly string[]) =>
  messages.map((message) => ({ message, reply: null, source: 'test' }));
const rule = { listen: 'facts', left: 1 } as const;

describe('listening', () => {
  const talk = heard('Marta moved to Lubeck in June.', 'Her brother plays the cello.', 'Thanks!');

  it('is worth a call where at least two exchanges state something', () => {
    expect(isWorthListening(talk, rule)).toBe(true);
    expect(
      isWorthListening(heard('Marta moved to Lubeck in June.', 'What time is it?', 'Thanks!'), rule),
    ).toBe(false);
    expect(isWorthListening([], rule)).toBe(false);
  });

  it('is worth none once the day has none left, and where the agent does not listen for facts', () => {
    expect(isWorthListening(talk, { ...rule, left: 0 })).toBe(false);
    expect(isWorthListening(talk, { ...rule, listen: 'words' })).toBe(false);
    expect(isWorthListening(talk, { ...rule, listen: 'off' })).toBe(false);
  });

  it('keeps without a model names and times, and nothing that is said of anybody', () => {
    const proposal = {
      gists: [{ type: 'fact', content: 'Marta lives in Lubeck.', confidence: 0.9 }],
      facts: [{ subject: 'Marta', key: 'lives_in', value: 'Lubeck', confidence: 0.9 }],
      traits: [],
      entities: [{ name: 'Marta', type: 'person', confidence: 0.9 }],
      times: [{ text: 'June', from: '2026-06-01', to: '2026-07-01', confidence: 0.9 }],
      sentiment: { value: 0.2, confidence: 0.9 },
    };
    const { entities, times } = proposal;
    expect(wordsAlone(proposal)).toEqual({ gists: [], facts: [], traits: [], entities, times });
  });
});
