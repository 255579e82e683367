import { EventEmitter, once } from 'node:events';
import { SalienceError } from '@salience/errors';
import { describe, expect, it } from 'vitest';
import {
  annotateSpan,
  attributeKeys,
  currentTraceparent,
  parseTraceparent,
  spanNames,
  startTelemetry,
  type TelemetrySettings,
  withSpan,
} from '../src/index.ts';
import { startOtlpReceiver } from './otlp-receiver.ts';

async function start(settings: Partial<TelemetrySettings> = {}) {
  const lines: string[] = [];
  const telemetry = await startTelemetry({
    service: 'digest',
    version: '1.2.3',
    instanceId: 'wrk_1',
    logLevel: 'info',
    logFormat: 'json',
    logDestination: { write: (line) => void lines.push(line) },
    processMetrics: false,
    ...settings,
  });
  return { telemetry, logged: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
}

describe('tracing', () => {
  it('begins a trace for what nothing active caused, unless a row says what did', async () => {
    await using receiver = await startOtlpReceiver();
    const { telemetry } = await start({ otlpEndpoint: receiver.endpoint });
    const ids = await withSpan('active', {}, async (active) => {
      const inside = active.spanContext().traceId;
      const traceOf = (settings: Parameters<typeof withSpan>[1]) =>
        withSpan('work', settings, (span) => span.spanContext().traceId);
      const cause = `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01`;
      return {
        inside,
        plain: await traceOf({}),
        begun: await traceOf({ begins: true }),
        noCause: await traceOf({ begins: true, parent: null }),
        caused: await traceOf({ begins: true, parent: cause }),
      };
    });
    expect(ids.plain).toBe(ids.inside);
    expect(new Set([ids.inside, ids.begun, ids.noCause]).size).toBe(3);
    expect(ids.caused).toBe('ab'.repeat(16));
    await telemetry.shutdown();
  });

  it('makes no span inside one that is not sent, and hands its ids on', async () => {
    await using receiver = await startOtlpReceiver();
    for (const settings of [{ sampleRatio: 0, otlpEndpoint: receiver.endpoint }, { sampleRatio: 0 }]) {
      const { telemetry, logged } = await start(settings);
      const ids: (string | undefined)[] = [];
      await withSpan('outer', {}, async (outer) => {
        ids.push(currentTraceparent());
        await withSpan('inner', { attributes: { [attributeKeys.mode]: 'RESPOND' } }, (inner) => {
          expect(inner).toBe(outer);
          ids.push(currentTraceparent());
          telemetry.log.info('inside');
        });
      });
      const parent = ids[0] ?? '';
      await withSpan('caused by a row', { parent }, () => ids.push(currentTraceparent()));
      expect(ids).toEqual([parent, parent, parent]);
      expect(logged().at(-1)).toMatchObject({ trace_id: parseTraceparent(parent)?.traceId });
      const failing = withSpan('failing', { parent }, () => Promise.reject(new Error('told on')));
      await expect(failing).rejects.toThrow('told on');
      await telemetry.shutdown();
    }
    expect(receiver.spans).toEqual([]);
  });

  it('makes one trace from the request through a hop that only a row connects', async () => {
    await using receiver = await startOtlpReceiver();
    const consumer = (await start({ service: 'consumer', otlpEndpoint: receiver.endpoint })).telemetry;
    // What a turn's row keeps between two processes.
    const row: { traceparent?: string | undefined } = {};
    await withSpan(spanNames.httpServer('POST', '/chat'), { kind: 'server' }, async () => {
      await withSpan(spanNames.send('turn-digest'), { kind: 'producer' }, () => {
        row.traceparent = currentTraceparent();
      });
    });
    await consumer.shutdown();
    const digest = (await start({ otlpEndpoint: receiver.endpoint })).telemetry;
    const attributes = { [attributeKeys.turnId]: 'turn_1', [attributeKeys.topicId]: undefined };
    await withSpan('a loop that claims lanes', {}, async () => {
      await withSpan(
        spanNames.process('turn-digest'),
        { kind: 'consumer', parent: row.traceparent, attributes },
        async () => {
          await once(eventually(), 'ready');
          await withSpan(spanNames.turnRoute, {}, () => annotateSpan({ [attributeKeys.mode]: 'RESPOND' }));
        },
      );
    });
    await digest.shutdown();

    expect(new Set(receiver.paths)).toEqual(new Set(['/v1/traces']));
    const byName = new Map(receiver.spans.map((span) => [span.name, span]));
    const [http, send, process, route] = [
      'POST /chat',
      'send turn-digest',
      'process turn-digest',
      'turn.route',
    ].map((name) => byName.get(name));
    expect(new Set([http, send, process, route].map((span) => span?.traceId)).size).toBe(1);
    expect(http?.parentSpanId ?? '').toBe('');
    expect(send?.parentSpanId).toBe(http?.spanId);
    expect(process?.parentSpanId).toBe(send?.spanId);
    expect(route?.parentSpanId).toBe(process?.spanId);
    expect([http, send, process, route].map((span) => span?.kind)).toEqual([2, 4, 5, 1]);
    expect(process?.attributes).toEqual({ 'salience.turn.id': 'turn_1' });
    expect(route?.attributes).toEqual({ 'salience.mode': 'RESPOND' });
    expect(process?.resource).toMatchObject({
      'service.name': 'digest',
      'service.version': '1.2.3',
      'service.instance.id': 'wrk_1',
    });
    expect(http?.resource['service.name']).toBe('consumer');
  });

  it('records what was thrown, throws it on unchanged, and keeps foreign content out', async () => {
    await using receiver = await startOtlpReceiver();
    const { telemetry } = await start({ otlpEndpoint: receiver.endpoint });
    const failure = new SalienceError('llm.timeout', 'expected a reply within 60 s');
    await expect(withSpan('fails', {}, () => Promise.reject(failure))).rejects.toBe(failure);
    const foreign = Object.assign(new RangeError(`${'x'.repeat(600)}private`), { prompt: 'private' });
    await expect(
      withSpan('throws at once', {}, () => {
        throw foreign;
      }),
    ).rejects.toBe(foreign);
    await telemetry.shutdown();
    const [first, second] = receiver.spans;
    expect(first?.status).toEqual({ code: 2, message: 'llm.timeout' });
    expect(first?.attributes).toEqual({ 'error.type': 'llm.timeout' });
    expect(first?.events[0]).toMatchObject({
      name: 'exception',
      attributes: { 'exception.type': 'llm.timeout', 'exception.message': 'expected a reply within 60 s' },
    });
    expect(first?.events[0]?.attributes['exception.stacktrace']).toContain('at ');
    expect(second?.attributes['error.type']).toBe('RangeError');
    expect(JSON.stringify(second)).not.toContain('private');
  });

  it('puts the active span on each log line, and none outside', async () => {
    const { telemetry, logged } = await start();
    telemetry.log.info('outside');
    const traceparent = await withSpan('inside', {}, () => {
      telemetry.log.child({ job: 'turn.digest' }).info('inside');
      return currentTraceparent();
    });
    const { traceId, spanId } = parseTraceparent(traceparent) ?? {};
    expect(logged()).toMatchObject([
      { msg: 'outside' },
      { msg: 'inside', trace_id: traceId, span_id: spanId },
    ]);
    expect(logged()[0]).not.toHaveProperty('trace_id');
    await telemetry.shutdown();
  });

  it('exports nothing of an unsampled trace, but hands its id on', async () => {
    await using receiver = await startOtlpReceiver();
    const { telemetry } = await start({ otlpEndpoint: receiver.endpoint, sampleRatio: 0 });
    const own = await withSpan('dropped', {}, () => currentTraceparent());
    const sampledElsewhere = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
    await withSpan('kept', { parent: sampledElsewhere }, () => undefined);
    await withSpan('dropped too', { parent: own }, () => undefined);
    await telemetry.shutdown();
    expect(parseTraceparent(own)).toMatchObject({ sampled: false });
    expect(receiver.spans.map((span) => span.name)).toEqual(['kept']);
  });

  it('without a collector gives ids and parents, records nothing, and leaves the sampling open', async () => {
    const { telemetry } = await start();
    const outer = await withSpan('outer', {}, async (span) => {
      expect(span.isRecording()).toBe(false);
      const inner = await withSpan('inner', {}, () => currentTraceparent());
      const here = currentTraceparent();
      expect(parseTraceparent(inner)?.traceId).toBe(parseTraceparent(here)?.traceId);
      expect(parseTraceparent(inner)?.spanId).not.toBe(parseTraceparent(here)?.spanId);
      return here;
    });
    expect(parseTraceparent(outer)).toMatchObject({ sampled: true });
    const active = telemetry.tracer.startActiveSpan('by hand', (span) => {
      expect(currentTraceparent()).toContain(span.spanContext().spanId);
      return span.spanContext().traceId;
    });
    expect(active).toMatch(/^[0-9a-f]{32}$/);
    await telemetry.shutdown();
  });

  it('lets two apps run in one process, each span going to the one started last', async () => {
    await using receiver = await startOtlpReceiver();
    const first = await start({ service: 'consumer', otlpEndpoint: receiver.endpoint });
    const second = await start({ service: 'digest', otlpEndpoint: receiver.endpoint });
    await withSpan('while both run', {}, () => undefined);
    await second.telemetry.shutdown();
    await withSpan('when one is left', {}, () => undefined);
    await first.telemetry.shutdown();
    const services = Object.fromEntries(
      receiver.spans.map((span) => [span.name, span.resource['service.name']]),
    );
    expect(services).toEqual({ 'while both run': 'digest', 'when one is left': 'consumer' });
    expect([...first.logged(), ...second.logged()]).toEqual([]);
  });

  it('says while it runs that the collector refuses its batches', async () => {
    await using receiver = await startOtlpReceiver(400);
    const said = Promise.withResolvers<Record<string, unknown>>();
    const logDestination = {
      write: (line: string) => said.resolve(JSON.parse(line) as Record<string, unknown>),
    };
    const { telemetry } = await start({ otlpEndpoint: receiver.endpoint, logDestination });
    await withSpan('refused', {}, () => undefined);
    expect(await said.promise).toMatchObject({ level: 'warn', msg: 'telemetry export problem', problems: 1 });
    await telemetry.shutdown();
  });

  it('says so when the collector refuses the last spans, and shuts down all the same', async () => {
    await using receiver = await startOtlpReceiver(400);
    const { telemetry, logged } = await start({ otlpEndpoint: `${receiver.endpoint}/v1/traces/` });
    await withSpan('refused', {}, () => undefined);
    await Promise.all([telemetry.shutdown(), telemetry.shutdown()]);
    expect(receiver.paths).toEqual(['/v1/traces']);
    expect(logged()).toContainEqual(expect.objectContaining({ level: 'warn' }));
  });
});

/** An emitter that says `ready` on a later turn of the event loop. */
function eventually(): EventEmitter {
  const emitter = new EventEmitter();
  setImmediate(() => emitter.emit('ready'));
  return emitter;
}
