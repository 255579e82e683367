import { expect, test } from 'vitest';
import { decisions, gauge, hour, parent, start, wantsAct } from '../../test/close-call.ts';
import { gatherEvidence } from '../evidence/evidence.ts';
import { measureEffect } from './effect.ts';

const child = { ...parent, version: 2, weights: { ...parent.weights, 'act.base': 0.52 } };
const change = { parent, child, publishedAt: start };

test('only decisions that took what their policy says are compared: what a model chose, or another policy, tells nothing of a change', () => {
  const before = decisions(2, 'RESPOND', wantsAct, start);
  const after = decisions(3, 'ACT', null, start + hour);
  const odd = [
    ...decisions(4, 'ACT', null, start),
    ...decisions(5, 'RESPOND', wantsAct, start + hour),
    ...decisions(6, 'CLARIFY', wantsAct, start + hour),
  ];
  const evidence = (rows: typeof odd) => gatherEvidence(gauge, rows);
  const { after: made, before: was } = measureEffect(evidence([...before, ...after, ...odd]), change, 0.05);
  expect([was, made]).toEqual([20, 30]);
});
