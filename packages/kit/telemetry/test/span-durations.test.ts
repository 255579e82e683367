import { describe, expect, it } from 'vitest';
import { failSpan, recordError, type Telemetry, startTelemetry, withSpan } from '../src/index.ts';
import { startOtlpReceiver } from './otlp-receiver.ts';

const start = (
  service: string,
  more: Partial<Parameters<typeof startTelemetry>[0]> = {},
): Promise<Telemetry> =>
  startTelemetry({
    service,
    version: '1',
    instanceId: 'wrk_1',
    logLevel: 'fatal',
    logFormat: 'json',
    processMetrics: false,
    ...more,
  });

/** `span outcome count`, as a process tells them. */
async function counted({ metrics }: Telemetry): Promise<string[]> {
  const text = await metrics.metricsText();
  return text
    .split('\n')
    .filter((line) => line.startsWith('salience_span_duration_seconds_count{'))
    .map((line) => {
      const label = (name: string) => new RegExp(`${name}="([^"]*)"`).exec(line)?.[1] ?? '';
      return `${label('span')} ${label('outcome')} ${line.split(' ').at(-1) ?? ''}`;
    })
    .toSorted();
}

describe('the time inside of spans', () => {
  it.each([
    ['without a collector', {}],
    ['of traces that are not sent', { sampleRatio: 0 }],
  ])('is counted by name and outcome, %s', async (_, settings) => {
    const telemetry = await start('digest', settings);
    await withSpan('done', {}, () => withSpan('inside', {}, () => 1));
    await withSpan('coded', {}, () => failSpan('some.code'));
    await withSpan('told', {}, (span) => recordError(span, new Error('x')));
    await withSpan('caught', {}, () =>
      withSpan('thrown', {}, () => Promise.reject(new Error('x'))).catch(() => undefined),
    );
    expect(await counted(telemetry)).toEqual([
      'caught ok 1',
      'coded failed 1',
      'done ok 1',
      'inside ok 1',
      'thrown failed 1',
      'told failed 1',
    ]);
    await telemetry.shutdown();
  });

  it('is not counted of requests and sendings, which have metrics of their own', async () => {
    const telemetry = await start('consumer');
    await withSpan('POST /chat', { kind: 'server' }, () =>
      withSpan('send turn-digest', { kind: 'producer' }, () => withSpan('turn.accept', {}, () => 1)),
    );
    expect(await counted(telemetry)).toEqual(['turn.accept ok 1']);
    await telemetry.shutdown();
  });

  it('is counted by the app whose work it was, where several share a process', async () => {
    const [first, second] = [await start('digest'), await start('episodic')];
    await Promise.all([
      first.run(() => withSpan('turn.route', {}, () => 1)),
      second.run(() => withSpan('memory.concepts', {}, () => 1)),
    ]);
    expect(await counted(first)).toEqual(['turn.route ok 1']);
    expect(await counted(second)).toEqual(['memory.concepts ok 1']);
    await Promise.all([first.shutdown(), second.shutdown()]);
  });

  it('leads to the trace, if it is sent', async () => {
    await using receiver = await startOtlpReceiver();
    const telemetry = await start('digest', { otlpEndpoint: receiver.endpoint });
    const traceId = await withSpan('turn.route', {}, (span) => span.spanContext().traceId);
    const { text } = await telemetry.metrics.exposition('application/openmetrics-text;version=1.0.0');
    expect(text).toMatch(
      new RegExp(
        `^salience_span_duration_seconds_bucket\\{.*span="turn.route".*# \\{trace_id="${traceId}"\\}`,
        'm',
      ),
    );
    await telemetry.shutdown();
  });
});
