import { type ContextManager, diag, type Tracer, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import { NodeSDK } from '@opentelemetry/sdk-node';
import { BatchSpanProcessor, ParentBasedSampler, TraceIdRatioBasedSampler } from '@opentelemetry/sdk-trace';

/** Options of the SDK. */
export interface SdkSettings {
  readonly service: string;
  readonly version: string;
  readonly instanceId: string;
  /** Where spans go: an OTLP/HTTP address for traces. */
  readonly url: string;
  /** Share of new traces to export, 0 to 1. */
  readonly sampleRatio: number;
  /** The context manager of the process. */
  readonly contextManager: ContextManager;
}

/** The running SDK. */
export interface RunningSdk {
  readonly tracer: Tracer;
  /** Exports what is still held and stops; rejects when the collector refuses it. */
  shutdown(): Promise<void>;
}

const exportTimeoutMs = 4_000;

/**
 * Starts OpenTelemetry's SDK for Node with only what we use: manual spans and one exporter. No instrumentation, no propagator (the
 * trace travels in rows), no metrics and no logs. A bundle leaves out exporters that are never made here (`tooling/bundle.mjs`).
 * Imported only by a process that sends its spans.
 */
export function startSdk(settings: SdkSettings): RunningSdk {
  // The API takes one provider a process and complains of a second. Each start gets its own; the last one is the global one.
  trace.disable();
  diag.disable();
  const exporter = new OTLPTraceExporter({ url: settings.url, timeoutMillis: exportTimeoutMs });
  const sdk = new NodeSDK({
    resource: defaultResource().merge(
      resourceFromAttributes({
        'service.name': settings.service,
        'service.namespace': 'salience',
        'service.version': settings.version,
        'service.instance.id': settings.instanceId,
      }),
    ),
    autoDetectResources: false,
    contextManager: settings.contextManager,
    textMapPropagator: null,
    instrumentations: [],
    metricReaders: [],
    logRecordProcessors: [],
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(settings.sampleRatio) }),
    // The options object is required: the SDK accepts a bare exporter silently and then exports nothing.
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: 1_000 })],
  });
  sdk.start();
  return { tracer: trace.getTracer('salience', settings.version), shutdown: () => sdk.shutdown() };
}
