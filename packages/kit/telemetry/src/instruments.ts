import * as prom from 'prom-client';
import { exemplarOf } from './exemplars.ts';

/** Values for the labels of one measurement. */
export type LabelsOf<L extends string> = Readonly<Record<L, string>>;

/** A number that only grows. */
export interface Counter<L extends string> {
  /** Adds `by`, one by default; refuses negative numbers. */
  inc(labels: LabelsOf<L>, by?: number): void;
}

/** A number that goes up and down. */
export interface Gauge<L extends string> {
  set(labels: LabelsOf<L>, value: number): void;
  /** Adds `by`, which may be negative. */
  add(labels: LabelsOf<L>, by: number): void;
  /** Forgets every label's value. */
  clear(): void;
}

/** A distribution. */
export interface Histogram<L extends string> {
  /**
   * Records one measurement, in the unit that the metric's name ends with. In a trace that is sent, the measurement is also its
   * bucket's exemplar: `traceparent`, or else the active span, says which trace.
   */
  observe(labels: LabelsOf<L>, value: number, traceparent?: string): void;
}

/** What a metric is called, what it counts and by which labels. */
export interface MetricShape<L extends string> {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly L[];
}

/** Maximum number of label values that a process reports by name; others are counted together as `other`. */
export const labelValuesMax = 200;

/** Makes instruments in one registry. A label with ever new values cannot exhaust memory. */
export class Instruments {
  readonly registry = new prom.Registry();
  readonly #seen = new Map<string, Set<string>>();

  counter<L extends string>(shape: MetricShape<L>): Counter<L> {
    const counter = new prom.Counter({ ...this.#settings(shape) });
    return { inc: (labels, by = 1) => counter.inc(this.#bounded(labels), by) };
  }

  /** A gauge has no value until it is set: a process does not report what it does not measure. */
  gauge<L extends string>(shape: MetricShape<L>, collect?: (gauge: Gauge<L>) => void): Gauge<L> {
    const gauge = new prom.Gauge({ ...this.#settings(shape), collect: () => collect?.(face) });
    if (shape.labels.length === 0) gauge.remove();
    const face: Gauge<L> = {
      set: (labels, value) => gauge.set(this.#bounded(labels), value),
      add: (labels, by) => gauge.inc(this.#bounded(labels), by),
      clear: () => gauge.reset(),
    };
    return face;
  }

  histogram<L extends string>(shape: MetricShape<L>, buckets: readonly number[]): Histogram<L> {
    const settings = { ...this.#settings(shape), buckets: [...buckets], enableExemplars: true };
    // A registry of the older text format refuses to make one with exemplars; it leaves them out when it is read.
    const histogram = new prom.Histogram({ ...settings, registers: [] });
    this.registry.registerMetric(histogram as unknown as prom.Metric);
    return {
      observe: (labels, value, traceparent) =>
        histogram.observe({
          labels: this.#bounded(labels),
          value,
          // The types of prom-client take an exemplar's labels for the histogram's own.
          exemplarLabels: exemplarOf(traceparent) as Partial<Record<L, string>>,
        }),
    };
  }

  #settings<L extends string>(shape: MetricShape<L>) {
    return { name: shape.name, help: shape.help, labelNames: shape.labels, registers: [this.registry] };
  }

  #bounded<L extends string>(labels: LabelsOf<L>): Record<L, string> {
    const bounded: Record<L, string> = { ...labels };
    for (const key in bounded) bounded[key] = this.#boundedValue(key, bounded[key]);
    return bounded;
  }

  #boundedValue(label: string, value: string): string {
    const seen = this.#seen.get(label) ?? new Set<string>();
    if (seen.has(value)) return value;
    if (seen.size >= labelValuesMax) return 'other';
    this.#seen.set(label, seen.add(value));
    return value;
  }
}
