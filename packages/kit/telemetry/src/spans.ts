import {
  type Attributes,
  type Context,
  context as contextApi,
  createContextKey,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { isSalienceError, messageOf } from '@salience/errors';
import { attributeKeys } from './names.ts';
import { withoutQuotes } from './redaction.ts';
import { currentSpanMaker } from './tracers.ts';
import { parseTraceparent, type TraceparentParts } from './traceparent.ts';
import { keepWideEvent } from './wide-event.ts';

/** The kind of a span, as in the OpenTelemetry specification. */
export type SpanKindName = 'client' | 'consumer' | 'internal' | 'producer' | 'server';

/** How a span starts. */
export interface SpanSettings {
  /** Defaults to `internal`. */
  readonly kind?: SpanKindName;
  /** Keys from `attributeKeys`; undefined values are left out. Never the text of a message. */
  readonly attributes?: Attributes;
  /**
   * The `traceparent` of the cause, from a header or a row; takes the place of the active span.
   * Null, undefined or malformed: the active span is the parent, or a new trace starts.
   */
  readonly parent?: string | null | undefined;
  /**
   * Begins a trace where `parent` names none, whatever span is active: for work that nothing active caused. A timer that was set inside of a
   * span, for one, has it active.
   */
  readonly begins?: true;
  /** The `traceparent` of what it came from without being caused by it, such as the memory that a thought grew from. Null or malformed: no link. */
  readonly link?: string | null | undefined;
}

const kinds: Record<SpanKindName, SpanKind> = {
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
  producer: SpanKind.PRODUCER,
  server: SpanKind.SERVER,
};

/** Maximum length of an error's message in a span or a log line, in characters. */
const errorMessageCharsMax = 500;

/** True when the spans of this app are sent. Code can skip reading data that only spans would show. */
export function isRecording(): boolean {
  return currentSpanMaker()?.records === true;
}

/**
 * Runs `fn` inside a span that is active for everything it starts and that always ends. A thrown error is
 * recorded on the span, sets its status and is thrown on unchanged. Returns what `fn` returns. In a trace that is not sampled none is made
 * inside another: the outer one, or that of the parent, stays active, so ids go on.
 */
export async function withSpan<T>(
  name: string,
  settings: SpanSettings,
  fn: (span: Span) => Promise<T> | T,
): Promise<T> {
  const outer = settings.begins === true ? causeOrNone(settings.parent) : parentContext(settings.parent);
  const unmeasured = settings.kind === 'server' || settings.kind === 'producer';
  const measured = unmeasured ? undefined : new Measured(name);
  const parent = measured === undefined ? outer : outer.setValue(measuredKey, measured);
  const unsent = unsentSpan(parent);
  if (unsent !== undefined)
    return await contextApi.with(parent, () => measuring(measured, async () => await fn(unsent)));
  const span = startSpan(name, settings, parent);
  try {
    return await contextApi.with(trace.setSpan(parent, span), () =>
      measuring(measured, async () => await fn(span)),
    );
  } catch (error) {
    noteError(span, error);
    throw error;
  } finally {
    span.end();
  }
}

/**
 * Starts one span in each of the traces named by `parents`, none of them active. Resolves with the function that ends them all, as
 * failed when it gets an error. Costs nothing for traces that are not sampled.
 */
export function startSpans(
  name: string,
  settings: Omit<SpanSettings, 'parent'>,
  parents: readonly string[],
): (error: unknown) => void {
  const spans = parents
    .filter((parent) => parseTraceparent(parent)?.sampled === true)
    .map((parent) => startSpan(name, settings, parentContext(parent)));
  return (error) => {
    for (const span of spans) {
      if (error !== undefined) noteError(span, error);
      span.end();
    }
  };
}

const measuredKey = createContextKey('salience measured span');

/** What is done inside of a span, while it is done. It belongs to the code, not to the span: without a collector and in a trace that is not sent there is none. */
class Measured {
  readonly name: string;
  failed = false;
  readonly #started = performance.now();

  constructor(name: string) {
    this.name = name;
  }

  /** Counts it in the metrics of the app that runs now. */
  end(): void {
    const seconds = (performance.now() - this.#started) / 1_000;
    currentSpanMaker()?.measure({ name: this.name, seconds, failed: this.failed });
  }
}

async function measuring<T>(measured: Measured | undefined, fn: () => Promise<T>): Promise<T> {
  if (measured === undefined) return await fn();
  try {
    return await fn();
  } catch (error) {
    measured.failed = true;
    throw error;
  } finally {
    measured.end();
  }
}

/** What runs now counts as failed, though nothing was thrown. */
function markFailed(): void {
  const measured = contextApi.active().getValue(measuredKey);
  if (measured instanceof Measured) measured.failed = true;
}

/** The span of a context whose trace is not sampled, which records nothing. */
function unsentSpan(context: Context): Span | undefined {
  const span = trace.getSpan(context);
  const sampled = span === undefined || (span.spanContext().traceFlags & TraceFlags.SAMPLED) !== 0;
  return sampled ? undefined : span;
}

function startSpan(name: string, settings: SpanSettings, parent: Context): Span {
  // Before any start, the API's own tracer only passes parents on.
  const tracer = currentSpanMaker()?.tracer ?? trace.getTracer('salience');
  const { kind = 'internal', attributes = {}, link } = settings;
  const linked = parseTraceparent(link);
  const links = linked === undefined ? [] : [{ context: spanContextOf(linked) }];
  return tracer.startSpan(name, { kind: kinds[kind], attributes, links }, parent);
}

/** Adds attributes to the active span; does nothing outside one. */
export function annotateSpan(attributes: Attributes): void {
  trace.getActiveSpan()?.setAttributes(attributes);
}

/**
 * Links the active span to the trace that a `traceparent` names: work that it set going and that goes on there. Null or malformed, and outside
 * a span: does nothing.
 */
export function linkSpan(traceparent: string | null | undefined): void {
  const linked = parseTraceparent(traceparent);
  if (linked !== undefined) trace.getActiveSpan()?.addLink({ context: spanContextOf(linked) });
}

/**
 * Marks a span as failed without throwing: for work whose failure is an ordinary outcome, such as a job
 * that will be retried.
 */
export function recordError(span: Span, error: unknown): void {
  markFailed();
  noteError(span, error);
}

function noteError(span: Span, error: unknown): void {
  if (!span.isRecording()) return;
  const type = errorTypeOf(error);
  // The exception is written by hand: properties of a foreign error may quote a prompt or a row.
  const exception = { name: type, message: tellableMessage(error) };
  const stack = error instanceof Error ? framesOf(error) : undefined;
  span.recordException(stack === undefined ? exception : { ...exception, stack });
  span.setAttribute(attributeKeys.errorType, type);
  span.setStatus({ code: SpanStatusCode.ERROR, message: type });
}

/** The message of an error as spans and logs show it: cut, and without quoted foreign text. */
export function tellableMessage(error: unknown): string {
  const own = isSalienceError(error) && error.cause === undefined;
  const message = messageOf(error);
  return (own ? message : withoutQuotes(message)).slice(0, errorMessageCharsMax);
}

/** Marks the active span as failed with a stable code; does nothing outside one. */
export function failSpan(code: string): void {
  markFailed();
  const span = trace.getActiveSpan();
  span?.setAttribute(attributeKeys.errorType, code);
  span?.setStatus({ code: SpanStatusCode.ERROR, message: code });
}

/** The low-cardinality word for an error: a stable code of ours, or the class of a foreign error. */
export function errorTypeOf(error: unknown): string {
  if (isSalienceError(error)) return error.code;
  return error instanceof Error ? error.name : typeof error;
}

/** The frames of an error's stack without its message. */
export function framesOf(error: Error): string {
  return (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
}

function parentContext(traceparent: string | null | undefined): Context {
  return parseTraceparent(traceparent) === undefined ? contextApi.active() : causeOrNone(traceparent);
}

/** Starts from the root: a job's parent is the row that caused it, not the loop that claimed it. */
function causeOrNone(traceparent: string | null | undefined): Context {
  const parts = parseTraceparent(traceparent);
  const root = keepWideEvent(ROOT_CONTEXT);
  return parts === undefined ? root : trace.setSpanContext(root, spanContextOf(parts));
}

function spanContextOf({ sampled, spanId, traceId }: TraceparentParts): SpanContext {
  return { traceId, spanId, traceFlags: sampled ? TraceFlags.SAMPLED : TraceFlags.NONE, isRemote: true };
}
