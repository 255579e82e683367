import { expect, test } from 'vitest';
import { defineMetrics } from './metrics.ts';
import { withModelCall } from './model-call.ts';
import { ModelUsageCounts } from './model-usage.ts';

const call = { agentId: 'agent_1', role: 'chunk', provider: 'openai', model: 'small' };
const answer = {
  model: 'small',
  provider: 'openai',
  failedOver: false,
  costUsd: 0.25,
  usage: { inputTokens: 100, outputTokens: 20 },
};

test('calls of a model add up by agent and role until they are taken, errors with their code', async () => {
  const metrics = defineMetrics({ service: 'test', instanceId: 'wrk_1', processMetrics: false });
  await withModelCall(metrics, call, () => Promise.resolve(answer));
  await withModelCall(metrics, call, () =>
    Promise.resolve({ ...answer, costUsd: undefined, usage: { inputTokens: null, outputTokens: null } }),
  );
  const broken = withModelCall(metrics, call, () => Promise.reject(new TypeError('no')));
  await expect(broken).rejects.toThrow('no');
  await withModelCall(metrics, { ...call, role: 'episode' }, () =>
    Promise.resolve({ ...answer, model: 'large', failedOver: true }),
  );
  const [chunk, episode, ...more] = metrics.modelUsage.take();
  expect(more).toEqual([]);
  expect(chunk).toMatchObject({
    agentId: 'agent_1',
    role: 'chunk',
    model: 'openai:small',
    calls: 3,
    errors: 1,
    failedOver: 0,
    inputTokens: 100,
    outputTokens: 20,
    untold: 1,
    unpriced: 1,
    costUsd: 0.25,
    lastError: 'TypeError',
  });
  expect(episode).toMatchObject({ role: 'episode', model: 'openai:large', calls: 1, failedOver: 1 });
  expect(metrics.modelUsage.take()).toEqual([]);
  metrics.close();
});

test('what could not be kept is given back and adds up with what came since', () => {
  const counts = new ModelUsageCounts();
  const usage = {
    agentId: 'agent_1',
    role: 'drift',
    model: 'p:m',
    calls: 1,
    errors: 0,
    failedOver: 0,
    inputTokens: 5,
    outputTokens: 1,
    untold: 0,
    unpriced: 0,
    costUsd: 1,
    totalMs: 40,
    longestMs: 40,
    lastError: null,
  };
  counts.add(usage);
  const taken = counts.take();
  counts.add({ ...usage, totalMs: 10, longestMs: 10 });
  for (const one of taken) counts.add(one);
  expect(counts.take()).toEqual([
    { ...usage, calls: 2, inputTokens: 10, outputTokens: 2, costUsd: 2, totalMs: 50, longestMs: 40 },
  ]);
});
