import type { BoundaryState } from '@salience/topics';
import { expect, it } from 'vitest';
import { classify, type ClassifiedBy } from './classify.ts';

const roses = { text: 'The roses in the garden grow well', vector: Float32Array.of(1, 0, 0) };
const taxes = { text: 'Income taxes rise again in Portugal', vector: Float32Array.of(0, 1, 0) };

const deps = {
  embeds: true,
  log: undefined,
  embedder: {
    modelId: 'of a test',
    calibration: { sameTopicCosine: 0.6, newTopicCosine: 0.45 },
    embed: (text: string) => Promise.resolve(text === roses.text ? roses.vector : taxes.vector),
  },
} as never;

const known = Promise.resolve({
  topics: [{ id: 'roses', name: 'roses', centroid: roses.vector, lastSeenAt: 0, avgSalience: 0.5 }],
  statistics: null,
}) as never;

function heard(text: string, boundary: BoundaryState | null, settings: ClassifiedBy['agent']['settings']) {
  const thread = { boundary, confidence: 0.5, session: null, topic_id: boundary === null ? null : 'roses' };
  const snapshot = { thread, topicName: null, history: [], focus: null, agent: { settings } };
  const turn = { id: 'turn', agent_id: 'agent', text } as never;
  return classify(deps, turn, snapshot as never, new Date(boundary === null ? 0 : 60_000), known);
}

it('law 8: an agent’s settings say from which chance on a message changes the subject, and the state after it is the same', async () => {
  const { boundary: before } = await heard(roses.text, null, {});
  const [readily, never] = [
    await heard(taxes.text, before, { topics: { switchThreshold: 0 } }),
    await heard(taxes.text, before, { topics: { switchThreshold: 1 } }),
  ];
  expect(readily.isNew).toBe(true);
  expect(never).toMatchObject({ isNew: false, topicId: 'roses' });
  expect(readily.boundary).toEqual(never.boundary);
  expect(readily.hearing).toEqual(never.hearing);
});
