import { describe, expect, it } from 'vitest';
import { acceptThought, type ProposedThought } from './accept-thought.ts';
import type { ActivatedConcept, DriftMaterial, GroundingEpisode } from './drift-material.ts';

const concept = (name: string, definition = ''): ActivatedConcept => ({
  id: name,
  name,
  kind: 'thing',
  definition,
  trust: 'user',
  energy: 0.5,
  driftedAt: null,
});
const material: DriftMaterial<ActivatedConcept, GroundingEpisode> = {
  seed: concept('kayak', 'a red boat for two'),
  concepts: [concept('boathouse'), concept('storm')],
  energy: 1,
  episode: {
    id: 'ep',
    gist: 'The kayak leaks since the storm. Marta repairs the boathouse roof in 2029.',
    intent: 'To find out what it costs.',
    outcome: '',
    openLoops: ['Who pays for the roof?'],
    endedAt: '2030-05-01T12:00:00Z',
    trust: 'user',
    overlap: 1,
  },
  links: [],
  earlier: ['The storm may be the reason why the kayak leaks.'],
  trust: 'agent',
};
const judge = (content: string, type: ProposedThought['type'] = 'reflection') =>
  acceptThought({ type, content }, material);

describe('a proposed thought', () => {
  it.each([
    ['a reflection', 'The boathouse and the kayak both suffered from the storm.', 'reflection'],
    ['a question', 'Who pays for the boathouse roof, and does the kayak wait for it?', 'question'],
    [
      'a hypothesis',
      'Perhaps the storm hit the boathouse first, and the kayak leaks because of it.',
      'hypothesis',
    ],
    [
      'the name and the number of its source',
      'Marta repairs the boathouse in 2029, after the storm.',
      'reflection',
    ],
    ['one concept and what was lived through', 'Perhaps the kayak costs more than the roof.', 'hypothesis'],
  ] as const)('is kept: %s', (_what, content, type) => {
    expect(judge(content, type)).toBe('accepted');
  });

  it.each([
    ['too short', 'A kayak.', 'form'],
    ['a reflection that asks', 'Who pays for the boathouse and the kayak?', 'form'],
    ['about something else', 'Quarterly revenue in Tokyo rose again this autumn.', 'ungrounded'],
    ['an invented name', 'The kayak and the boathouse belong to Kowalski since the storm.', 'ungrounded'],
    ['an invented number', 'The kayak and the boathouse cost 900 since the storm.', 'ungrounded'],
    ['none of its concepts', 'Marta repairs the roof in 2029, and it leaks.', 'ungrounded'],
    [
      'words put into a mouth',
      'You said that the kayak and the boathouse suffered from the storm.',
      'attributed',
    ],
    [
      'the same in another language',
      'Du hast mir gesagt, dass kayak und boathouse im storm waren.',
      'attributed',
    ],
    ['what was thought before', 'The storm may well be the reason why the kayak leaks.', 'repeated'],
    [
      'the episode told again',
      'The kayak leaks since the storm. Marta repairs the boathouse roof in 2029.',
      'echo',
    ],
  ] as const)('is refused: %s', (_what, content, reason) => {
    expect(judge(content)).toBe(reason);
  });

  it('is refused as a question that does not ask, and beyond 400 characters', () => {
    expect(judge('The boathouse and the kayak suffered from the storm.', 'question')).toBe('form');
    expect(judge(`The boathouse and the kayak ${'suffered '.repeat(60)}`)).toBe('form');
  });
});
