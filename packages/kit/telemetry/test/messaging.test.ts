import { describe, expect, it } from 'vitest';
import {
  currentTraceparent,
  currentWideEvent,
  defineMetrics,
  startTelemetry,
  withModelCall,
  withResend,
  withSend,
  withSpan,
  withWideEvent,
} from '../src/index.ts';
import { startOtlpReceiver } from './otlp-receiver.ts';

const quiet = {
  service: 'scheduler',
  version: '1',
  instanceId: 'wrk_1',
  logLevel: 'silent',
  logFormat: 'json',
  processMetrics: false,
} as const;
const metrics = () => defineMetrics({ service: 's', instanceId: 'i', processMetrics: false });

describe('sending', () => {
  it('carries every attribute that the conventions ask for', async () => {
    await using receiver = await startOtlpReceiver();
    const telemetry = await startTelemetry({ ...quiet, otlpEndpoint: receiver.endpoint });
    await withSend(telemetry.metrics, { queue: 'memory-chunk', count: 3 }, () => Promise.resolve());
    await telemetry.shutdown();
    expect(receiver.spans[0]).toMatchObject({
      name: 'send memory-chunk',
      kind: 4,
      attributes: {
        'messaging.system.name': 'bullmq',
        'messaging.destination.name': 'memory-chunk',
        'messaging.operation.name': 'send',
        'messaging.operation.type': 'send',
        'messaging.batch.message_count': 3,
      },
    });
  });

  it('shows a sending again in the trace of each row, and in none of its own', async () => {
    await using receiver = await startOtlpReceiver();
    const telemetry = await startTelemetry({ ...quiet, otlpEndpoint: receiver.endpoint });
    const rows = ['a', 'b'].map((letter) => `00-${letter.repeat(32)}-${'c'.repeat(16)}-01`);
    const unsampled = `00-${'d'.repeat(32)}-${'c'.repeat(16)}-00`;
    let asked = 0;
    const sending = {
      queue: 'memory-chunk',
      count: 3,
      kind: 'exchange',
      parents: (max: number) => {
        asked = max;
        return Promise.resolve([...rows, unsampled]);
      },
    };
    await withResend(telemetry.metrics, sending, () => Promise.resolve());
    const failure = new Error('the queue is away');
    await expect(withResend(telemetry.metrics, sending, () => Promise.reject(failure))).rejects.toBe(failure);
    await telemetry.shutdown();
    expect(asked).toBe(20);
    expect(receiver.spans.map((span) => span.traceId).toSorted()).toEqual(
      ['a', 'a', 'b', 'b'].map((letter) => letter.repeat(32)),
    );
    expect(new Set(receiver.spans.map((span) => span.parentSpanId))).toEqual(new Set(['c'.repeat(16)]));
    expect(receiver.spans.filter((span) => span.status.code === 2)).toHaveLength(2);
  });

  it('asks for no traces while nothing is exported', async () => {
    const telemetry = await startTelemetry(quiet);
    const parents = () => Promise.reject(new Error('nobody needs them'));
    await withResend(telemetry.metrics, { queue: 'q', kind: 'lane', parents }, () => Promise.resolve());
    await telemetry.shutdown();
  });
});

describe("the conventions' metrics", () => {
  it('are told only when they are asked for', async () => {
    const none = await metrics().metricsText();
    expect(none).not.toMatch(/messaging_|gen_ai_/);
    const messaging = defineMetrics({ ...quiet, conventionOptIn: 'http, messaging/dup' });
    messaging.conventions.messaging({ queue: 'turn-digest', operation: 'process', seconds: 0.02 });
    const text = await messaging.metricsText();
    expect(text).toContain('messaging_process_duration_seconds_bucket{le="0.025",');
    expect(text).toMatch(
      /messaging_client_consumed_messages_total\{.*messaging_destination_name="turn-digest".*\} 1/,
    );
    expect(text).not.toContain('gen_ai_');
  });

  it('measure a model call as the conventions describe it', async () => {
    const all = defineMetrics({ ...quiet, conventionOptIn: 'gen_ai_latest_experimental' });
    const call = { agentId: 'agt_1', role: 'respond', provider: 'openai', model: 'gpt', stream: true };
    const answer = {
      model: 'gpt-4',
      provider: 'openai',
      failedOver: false,
      costUsd: 0.25,
      usage: { inputTokens: 900, outputTokens: 20 },
    };
    const fields = await withWideEvent(async (event) => {
      await withModelCall(all, call, (firstPiece) => {
        firstPiece();
        return Promise.resolve(answer);
      });
      return event.fields();
    });
    expect(fields).toMatchObject({ modelCalls: 1, inputTokens: 900, outputTokens: 20, costUsd: 0.25 });
    const text = await all.metricsText();
    expect(text).toMatch(/gen_ai_client_token_usage_sum\{.*gen_ai_token_type="input".*\} 900/);
    expect(text).toMatch(/gen_ai_client_operation_time_to_first_chunk_seconds_count\{.*\} 1/);
    expect(text).toMatch(/salience_model_first_token_seconds_count\{.*role="respond".*\} 1/);
  });

  it('adds up what of objects fell out, and how often one was asked for again', async () => {
    const all = defineMetrics(quiet);
    const call = { agentId: 'agt_1', role: 'chunk', provider: 'openai', model: 'gpt' };
    const usage = { inputTokens: 1, outputTokens: 1 };
    const answer = { model: 'gpt', provider: 'openai', failedOver: false, costUsd: undefined, usage };
    const fields = await withWideEvent(async (event) => {
      for (const [dropped, repaired] of [
        [2, false],
        [1, true],
        [0, false],
      ] as const)
        await withModelCall(all, call, () => Promise.resolve({ ...answer, dropped, repaired }));
      return event.fields();
    });
    expect(fields).toMatchObject({ modelCalls: 3, modelPartsDropped: 3, modelRepairs: 1 });
  });
});

describe('a wide event', () => {
  it('is the one of the work at hand, also under the span of a row', async () => {
    const telemetry = await startTelemetry(quiet);
    const lines = await Promise.all(
      [1, 2].map((n) =>
        withWideEvent(async (event) => {
          const row = await withSpan('request', {}, () => currentTraceparent());
          await withSpan('process', { parent: row }, async () => {
            await new Promise((resolve) => setImmediate(resolve));
            currentWideEvent()?.add('n', n);
          });
          return event.fields();
        }),
      ),
    );
    expect(lines).toEqual([{ n: 1 }, { n: 2 }]);
    await telemetry.shutdown();
  });
});
