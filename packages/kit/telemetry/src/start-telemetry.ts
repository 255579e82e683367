import { context as contextApi, DiagLogLevel, diag, type Tracer } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { IdOnlyTracer } from './id-only-tracer.ts';
import { createLogger, type LogDestination, type LogFormat, type Logger, type LogLevel } from './logger.ts';
import { defineMetrics, type Metrics } from './metrics.ts';
import { sampledBy } from './sampling.ts';
import type { RunningSdk } from './start-sdk.ts';
import { currentSpanMaker, installSpanMaker, type MeasuredSpan, runWithSpanMaker } from './tracers.ts';

/** How an app identifies itself and where its telemetry goes. */
export interface TelemetrySettings {
  /** The app's name, such as `digest`. */
  readonly service: string;
  readonly version: string;
  /** Unique among replicas; the worker id. */
  readonly instanceId: string;
  /** Base URL of an OTLP/HTTP collector (`http://localhost:4318`). Without it spans have ids and are not sent. */
  readonly otlpEndpoint?: string | undefined;
  /** Share of new traces to export, 0 to 1; a trace begun elsewhere keeps its decision. Defaults to 1. */
  readonly sampleRatio?: number | undefined;
  readonly logLevel: LogLevel;
  readonly logFormat: LogFormat;
  /** Standard output by default. */
  readonly logDestination?: LogDestination | undefined;
  /** Process metrics beside ours; defaults to true. Of several apps in a process one reports them. */
  readonly processMetrics?: boolean | undefined;
  /** The value of OTEL_SEMCONV_STABILITY_OPT_IN: which convention metrics are reported beside ours. */
  readonly conventionOptIn?: string | undefined;
}

/** The telemetry of one app. */
export interface Telemetry {
  /** For code that needs the OpenTelemetry API itself; everything else uses `withSpan`. */
  readonly tracer: Tracer;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Runs `fn`, and everything that it starts, so that its spans are this app's and not those of another app of the process. */
  run<T>(fn: () => T): T;
  /** True in code that `run` started. */
  isCurrent(): boolean;
  /**
   * Exports remaining spans and stops. Resolves within 5 s whether or not the collector answers, and logs how many spans were lost.
   * Idempotent.
   */
  shutdown(): Promise<void>;
}

const shutdownTimeoutMs = 5_000;
const reportEveryMs = 60_000;

/**
 * Starts the telemetry of one app of this process. Call it before anything that makes spans. Opens no connection until there is a span to export;
 * without a collector it does not load the SDK.
 */
export async function startTelemetry(settings: TelemetrySettings): Promise<Telemetry> {
  const { service, instanceId, logLevel, logFormat, logDestination } = settings;
  const log = createLogger({
    service,
    instanceId,
    level: logLevel,
    format: logFormat,
    destination: logDestination,
  });
  const metrics = defineMetrics({
    service,
    instanceId,
    processMetrics: settings.processMetrics ?? true,
    conventionOptIn: settings.conventionOptIn,
  });
  carryContext();
  const { tracer, flush } = await startTracing(settings, log);
  const records = settings.otlpEndpoint !== undefined;
  const measure = ({ failed, name, seconds }: MeasuredSpan) =>
    metrics.spanDuration.observe({ span: name, outcome: failed ? 'failed' : 'ok' }, seconds);
  const maker = { tracer, records, onProblem: exportProblems(log), measure };
  const uninstall = installSpanMaker(maker);
  let stopped: Promise<void> | undefined;
  const stop = async () => {
    await flush();
    uninstall();
    metrics.close();
  };
  return {
    tracer,
    log,
    metrics,
    run: (fn) => runWithSpanMaker(maker, fn),
    isCurrent: () => currentSpanMaker() === maker,
    shutdown: () => (stopped ??= stop()),
  };
}

/** One context manager serves the process for good: the API accepts no second one. */
const contextManager = new AsyncLocalStorageContextManager();

let contextIsCarried = false;

function carryContext(): void {
  if (contextIsCarried) return;
  contextApi.setGlobalContextManager(contextManager.enable());
  contextIsCarried = true;
}

async function startTracing(
  settings: TelemetrySettings,
  log: Logger,
): Promise<{ tracer: Tracer; flush: () => Promise<void> }> {
  const { otlpEndpoint, sampleRatio = 1 } = settings;
  if (otlpEndpoint === undefined) {
    return { tracer: new IdOnlyTracer(sampledBy(sampleRatio)), flush: async () => {} };
  }
  const url = tracesUrl(otlpEndpoint);
  const { startSdk } = await import('./start-sdk.ts');
  const sdk = startSdk({ ...settings, url, sampleRatio, contextManager });
  reportExportProblems();
  return { tracer: sdk.tracer, flush: () => shutDownWithin(sdk, log, url) };
}

async function shutDownWithin(sdk: RunningSdk, log: Logger, url: string): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), shutdownTimeoutMs);
  });
  try {
    const outcome = await Promise.race([sdk.shutdown(), deadline]);
    if (outcome === 'late') log.warn({ url }, 'collector did not answer; the last spans are lost');
  } catch (error) {
    log.warn({ url, err: error }, 'collector refused the last spans; they are lost');
  } finally {
    clearTimeout(timer);
  }
}

/** Logs failed exports, one line a minute at most: a collector that is away fails every batch. */
function exportProblems(log: Logger): (detail: string) => void {
  let quietUntil = Number.NEGATIVE_INFINITY;
  let unreported = 0;
  return (detail) => {
    unreported += 1;
    if (performance.now() < quietUntil) return;
    log.warn({ detail: detail.slice(0, 500), problems: unreported }, 'telemetry export problem');
    quietUntil = performance.now() + reportEveryMs;
    unreported = 0;
  };
}

/** The SDK reports failed exports only to its diagnostic channel, of which a process has one. The app whose export failed logs it. */
function reportExportProblems(): void {
  const warn = (detail: string): void => currentSpanMaker()?.onProblem(detail);
  const quiet = () => {};
  const sink = { error: warn, warn, info: quiet, debug: quiet, verbose: quiet };
  diag.setLogger(sink, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
}

function tracesUrl(endpoint: string): string {
  const base = endpoint.replace(/\/+$/, '');
  return base.endsWith('/v1/traces') ? base : `${base}/v1/traces`;
}
