import { AsyncLocalStorage } from 'node:async_hooks';
import type { Tracer } from '@opentelemetry/api';

/** What makes the spans of one app. */
export interface SpanMaker {
  readonly tracer: Tracer;
  /** True when its spans are sent to a collector. */
  readonly records: boolean;
  /** Says that spans could not be sent, in the app's own log. */
  readonly onProblem: (detail: string) => void;
  /** Counts what was done inside of a span, whether or not the span is sent. */
  readonly measure: (done: MeasuredSpan) => void;
}

/** What was done inside of a span. */
export interface MeasuredSpan {
  readonly name: string;
  readonly seconds: number;
  readonly failed: boolean;
}

// An app that shares its process is known by what it runs in. Outside of any app the last one started counts, so that a test need
// not run inside of one.
const own = new AsyncLocalStorage<SpanMaker>();
const started: SpanMaker[] = [];

/** Counts `maker` among the started ones until the returned function is called. */
export function installSpanMaker(maker: SpanMaker): () => void {
  started.push(maker);
  return () => {
    const index = started.lastIndexOf(maker);
    if (index >= 0) started.splice(index, 1);
  };
}

/** Runs `fn`, and everything that it starts, with the spans of `maker`. */
export function runWithSpanMaker<T>(maker: SpanMaker, fn: () => T): T {
  return own.run(maker, fn);
}

/** What makes the spans of the code that runs now; undefined before any start. */
export function currentSpanMaker(): SpanMaker | undefined {
  return own.getStore() ?? started.at(-1);
}
