import type { ReactNode } from 'react';
import { classes } from './class-names.ts';

/** A value among others of the same scale. */
export interface BarProps {
  readonly label: ReactNode;
  /** From `min` to `max`. */
  readonly value: number;
  readonly min?: number;
  readonly max?: number;
  /** What had to be reached. */
  readonly threshold?: number;
  /** How far it was ahead: shown as the end of the bar. */
  readonly margin?: number;
  /** The one that was chosen. */
  readonly chosen?: boolean;
  /** The value in words; default with two digits. */
  readonly words?: string;
}

/** A value as a bar, with its threshold and how far it was ahead. Below zero it goes to the left. */
export function Bar({
  label,
  value,
  min = 0,
  max = 1,
  threshold,
  margin = 0,
  chosen = false,
  words,
}: BarProps) {
  const share = (at: number) => `${(100 * (Math.min(Math.max(at, min), max) - min)) / (max - min)}%`;
  const zero = Math.max(min, 0);
  const [from, to] = value < zero ? [value, zero] : [zero, value];
  return (
    <div className={classes('bar', chosen && 'chosen')}>
      <span className="bar-label">{label}</span>
      <span className="bar-track" aria-hidden="true">
        <span className="bar-fill" style={{ left: share(from), right: `calc(100% - ${share(to)})` }} />
        {margin > 0 && (
          <span
            className="bar-margin"
            style={{ left: share(to - margin), right: `calc(100% - ${share(to)})` }}
          />
        )}
        {threshold !== undefined && <span className="bar-threshold" style={{ left: share(threshold) }} />}
      </span>
      <span className="bar-value">
        {words ?? value.toFixed(2)}
        {threshold !== undefined && <span className="hidden-words">, threshold {threshold.toFixed(2)}</span>}
        {margin > 0 && <span className="hidden-words">, ahead by {margin.toFixed(2)}</span>}
        {chosen && <span className="hidden-words">, chosen</span>}
      </span>
    </div>
  );
}

/** A value and the band in which it is healthy. */
export function BandMeter({
  label,
  value,
  band,
  max = 1,
  words,
}: {
  label: string;
  value: number;
  band: readonly [number, number];
  max?: number;
  words?: string;
}) {
  const share = (at: number) => `${(100 * Math.min(Math.max(at, 0), max)) / max}%`;
  const inside = value >= band[0] && value <= band[1];
  const said = words ?? value.toFixed(2);
  return (
    <div className={classes('band', !inside && 'outside')}>
      <span className="bar-label">{label}</span>
      <span className="band-track" aria-hidden="true">
        <span
          className="band-range"
          style={{ left: share(band[0]), right: `calc(100% - ${share(band[1])})` }}
        />
        <span className="band-mark" style={{ left: share(value) }} />
      </span>
      <span className="bar-value">
        {said}
        <span className="hidden-words">
          , {inside ? 'inside of' : 'outside of'} {band[0]} to {band[1]}
        </span>
      </span>
    </div>
  );
}
