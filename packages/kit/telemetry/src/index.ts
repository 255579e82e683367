export type { Attributes, Span, Tracer } from '@opentelemetry/api';
export type { Counter, Gauge, Histogram, LabelsOf } from './instruments.ts';
export type { LogDestination, LogFormat, Logger, LogLevel, LogMethod } from './logger.ts';
export { silentLogger } from './logger.ts';
export type { Resending, Sending } from './messaging.ts';
export { processAttributes, withResend, withSend } from './messaging.ts';
export type { Metrics, MetricsSettings } from './metrics.ts';
export { defineMetrics } from './metrics.ts';
export type { ModelAttempt, ModelCall, ModelCallMetrics, ModelCallResult } from './model-call.ts';
export { withModelCall } from './model-call.ts';
export {
  attributeKeys,
  conventionMetricNames,
  conventions,
  eventNames,
  logFields,
  metricNames,
  spanNames,
} from './names.ts';
export { withoutQuotes } from './redaction.ts';
export type { SpanKindName, SpanSettings } from './spans.ts';
export { annotateSpan, failSpan, linkSpan, recordError, withSpan } from './spans.ts';
export type { Telemetry, TelemetrySettings } from './start-telemetry.ts';
export { startTelemetry } from './start-telemetry.ts';
export type { TraceparentParts } from './traceparent.ts';
export { activeSpanFields, currentTraceparent, parseTraceparent } from './traceparent.ts';
export type { WideEvent } from './wide-event.ts';
export { currentWideEvent, withWideEvent } from './wide-event.ts';
