/** A finite number, or `otherwise` for anything else: what comes from the world may be text, NaN or infinite. */
export function finiteOr<T>(value: unknown, otherwise: T): number | T {
  return typeof value === 'number' && Number.isFinite(value) ? value : otherwise;
}

/** A value cut to [low, high]; `low` for NaN. */
export function clamp(value: number, low: number, high: number): number {
  return value >= low ? Math.min(value, high) : low;
}
