/** One figure of a report and what it has to be. */
export interface Figure {
  readonly name: string;
  /** Where it stands in the report, such as `chatMs.p50`. Of a list the length counts. */
  readonly path: string;
  readonly unit: string;
  /** Undefined: it is stated, not judged. */
  readonly bound?: {
    readonly direction: 'at least' | 'at most';
    readonly limit: number;
    readonly aim?: number;
  };
}

/** A figure that was measured. */
export interface JudgedFigure {
  readonly bench: string;
  readonly name: string;
  readonly unit: string;
  /** Null when the report does not hold it, which is a failure where it is judged. */
  readonly value: unknown;
  readonly direction?: 'at least' | 'at most';
  readonly limit?: number;
  /** What is wished for beyond the limit. */
  readonly aim?: number;
  /** Null for what is only stated. */
  readonly pass: boolean | null;
}

/** At least so much. */
export function atLeast(name: string, path: string, unit: string, limit: number, aim?: number): Figure {
  return { name, path, unit, bound: { direction: 'at least', limit, ...(aim === undefined ? {} : { aim }) } };
}

/** At most so much. */
export function atMost(name: string, path: string, unit: string, limit: number): Figure {
  return { name, path, unit, bound: { direction: 'at most', limit } };
}

/** Told, not judged. */
export function stated(name: string, path: string, unit: string): Figure {
  return { name, path, unit };
}

/** Reads a figure from a report and judges it. */
export function judge(bench: string, figure: Figure, report: unknown): JudgedFigure {
  const found = valueAt(report, figure.path);
  const value = Array.isArray(found) ? found.length : (found ?? null);
  const { bound } = figure;
  const plain = { bench, name: figure.name, unit: figure.unit, value };
  if (bound === undefined) return { ...plain, pass: null };
  return { ...plain, ...bound, pass: typeof value === 'number' && holds(value, bound) };
}

function holds(value: number, bound: NonNullable<Figure['bound']>): boolean {
  return bound.direction === 'at least' ? value >= bound.limit : value <= bound.limit;
}

function valueAt(report: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, key) =>
        typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined,
      report,
    );
}
