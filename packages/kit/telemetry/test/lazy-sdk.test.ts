import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { expect, it } from 'vitest';

/** What a process of its own says that starts telemetry: whether the SDK was loaded, and whether spans have ids. */
function started(otlpEndpoint: string | undefined, env: NodeJS.ProcessEnv = {}) {
  const program = `
    import { registerHooks } from 'node:module';
    let loaded = false;
    registerHooks({
      resolve(specifier, context, next) {
        loaded ||= specifier === '@opentelemetry/sdk-node';
        return next(specifier, context);
      },
    });
    const { currentTraceparent, startTelemetry, withSpan } = await import(${JSON.stringify(join(import.meta.dirname, '../src/index.ts'))});
    const telemetry = await startTelemetry({
      service: 's', version: '0', instanceId: 'i', logLevel: 'silent', logFormat: 'json', processMetrics: false,
      otlpEndpoint: ${JSON.stringify(otlpEndpoint)},
      sampleRatio: 0,
    });
    const ids = await withSpan('work', {}, () => currentTraceparent() !== undefined);
    await telemetry.shutdown();
    console.log(JSON.stringify({ loaded, ids }));
  `;
  const child = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  return { said: JSON.parse(child.stdout || 'null') as unknown, complaints: child.stderr };
}

it('a process without a collector does not load the SDK, and its spans have ids', () => {
  expect(started(undefined).said).toEqual({ loaded: false, ids: true });
});

it('a process with a collector starts the SDK', () => {
  expect(started('http://127.0.0.1:9').said).toEqual({ loaded: true, ids: true });
});

it('a disabled SDK makes no spans', () => {
  const { said } = started('http://127.0.0.1:9', { OTEL_SDK_DISABLED: 'true' });
  expect(said).toEqual({ loaded: true, ids: false });
});

it('variables that choose exporters and propagators have no effect', () => {
  const env = {
    OTEL_TRACES_EXPORTER: 'zipkin',
    OTEL_METRICS_EXPORTER: 'otlp',
    OTEL_LOGS_EXPORTER: 'otlp',
    OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
    OTEL_PROPAGATORS: 'b3',
  };
  expect(started('http://127.0.0.1:9', env)).toEqual({ said: { loaded: true, ids: true }, complaints: '' });
});
