import { classes } from './class-names.ts';
import { span } from './time-words.ts';
import type { Tone } from './badge.tsx';

/** Something that took time, in milliseconds from the start of all. */
export interface Stage {
  readonly name: string;
  readonly startMs: number;
  /** Undefined for something that has no length, or has not ended. */
  readonly endMs?: number;
  readonly tone?: Tone;
  /** How deep it lies inside of the one before. */
  readonly depth?: number;
}

/** What came after what, and how long each took. */
export function Waterfall({ label, stages }: { label: string; stages: readonly Stage[] }) {
  const total = Math.max(1, ...stages.map(({ startMs, endMs = startMs }) => endMs));
  const share = (ms: number) => `${(100 * ms) / total}%`;
  return (
    <ol className="waterfall" aria-label={label}>
      {stages.map(({ name, startMs, endMs, tone = 'accent', depth = 0 }, index) => (
        <li key={`${index} ${name}`}>
          <span className="waterfall-name" style={{ paddingInlineStart: `${depth * 12}px` }}>
            {name}
          </span>
          <span className="waterfall-track" aria-hidden="true">
            <span
              className={classes('waterfall-fill', tone, endMs === undefined && 'point')}
              style={{
                left: share(startMs),
                width: endMs === undefined ? undefined : share(endMs - startMs),
              }}
            />
          </span>
          <span className="waterfall-value">
            {endMs === undefined ? `at ${span(startMs)}` : span(endMs - startMs)}
          </span>
        </li>
      ))}
    </ol>
  );
}
