import { isSpanContextValid, type SpanContext, trace } from '@opentelemetry/api';
import { logFields } from './names.ts';

/** The position in a trace that a `traceparent` names. */
export interface TraceparentParts {
  /** 32 lower-case hex digits, not all zero. */
  readonly traceId: string;
  /** 16 lower-case hex digits, not all zero: the span that caused the work. */
  readonly spanId: string;
  /** What the root of the trace decided about exporting. */
  readonly sampled: boolean;
}

const shape = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/**
 * Parses a W3C `traceparent`. Undefined when malformed: a bad header or row starts a new trace and never fails the work itself. Later
 * versions of the format are read by their first four fields.
 */
export function parseTraceparent(value: string | null | undefined): TraceparentParts | undefined {
  const match = shape.exec(value ?? '');
  if (match === null) return undefined;
  const [text, traceId, spanId, flags, rest] = match;
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  // Version 00 ends after the flags; only a later version may have more.
  if (rest !== undefined && text.startsWith('00')) return undefined;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

/** Writes a W3C `traceparent` of version 00. */
export function formatTraceparent(parts: TraceparentParts): string {
  return `00-${parts.traceId}-${parts.spanId}-${parts.sampled ? '01' : '00'}`;
}

/** The active span as a `traceparent`, to be stored in a row or sent on; undefined outside any span. */
export function currentTraceparent(): string | undefined {
  const context = activeSpanContext();
  if (context === undefined) return undefined;
  return formatTraceparent({ ...context, sampled: (context.traceFlags & 1) === 1 });
}

/** The identity of the active span; undefined outside any span. */
function activeSpanContext(): SpanContext | undefined {
  const context = trace.getActiveSpan()?.spanContext();
  return context !== undefined && isSpanContextValid(context) ? context : undefined;
}

/** The active span's ids as log fields; empty outside any span. Lines written inside a span carry them already. */
export function activeSpanFields(): Record<string, string> {
  const span = activeSpanContext();
  return span === undefined ? {} : { [logFields.traceId]: span.traceId, [logFields.spanId]: span.spanId };
}
