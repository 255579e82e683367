import {
  type Context,
  context as contextApi,
  type Span,
  type SpanOptions,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { RandomIdGenerator } from '@opentelemetry/sdk-trace';

/**
 * A tracer for a process that exports nothing. Spans have real ids and parents, so log lines and rows still carry a trace id, but
 * nothing is recorded; it costs about a third of a recording span. `sampleRoot` marks each root, so a later process that exports
 * keeps the whole trace.
 */
export class IdOnlyTracer implements Tracer {
  readonly #ids = new RandomIdGenerator();
  readonly #sampleRoot: (traceId: string) => boolean;

  constructor(sampleRoot: (traceId: string) => boolean) {
    this.#sampleRoot = sampleRoot;
  }

  /** A span that records nothing, child of the span in `parent` (the active one by default). */
  startSpan(_name: string, options?: SpanOptions, parent: Context = contextApi.active()): Span {
    const parentSpan = options?.root === true ? undefined : trace.getSpanContext(parent);
    const traceId = parentSpan?.traceId ?? this.#ids.generateTraceId();
    const traceFlags =
      parentSpan?.traceFlags ?? (this.#sampleRoot(traceId) ? TraceFlags.SAMPLED : TraceFlags.NONE);
    return trace.wrapSpanContext({ traceId, spanId: this.#ids.generateSpanId(), traceFlags });
  }

  /** Starts a span and runs the last argument with it active; options and context may come between. */
  startActiveSpan<F extends (span: Span) => unknown>(name: string, ...rest: unknown[]): ReturnType<F> {
    const fn = rest.at(-1) as F;
    const options = rest.length > 1 ? (rest[0] as SpanOptions) : undefined;
    const parent = rest.length > 2 ? (rest[1] as Context) : contextApi.active();
    const span = this.startSpan(name, options, parent);
    return contextApi.with(trace.setSpan(parent, span), () => fn(span)) as ReturnType<F>;
  }
}
