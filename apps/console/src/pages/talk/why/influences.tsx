import { useState } from 'react';
import { Button } from '../../../parts/button.tsx';
import { classes } from '../../../parts/class-names.ts';
import { modeName, percent, plain, signed } from '../words.ts';
import type { Part } from './part.ts';

const shownFirst = 6;

/** What moved a decision, most first: how far, and what it would have been had the signal said nothing. */
export function Influences({ part }: { part: Part }) {
  const [all, setAll] = useState(false);
  const { influences, mode } = part;
  const most = Math.max(0.001, ...influences.map(({ moved }) => Math.abs(moved)));
  const shown = all ? influences : influences.slice(0, shownFirst);
  if (influences.length === 0) return <p className="soft">No signal said anything.</p>;
  return (
    <div>
      <h3>What moved it</h3>
      <ul className="why-signals">
        {shown.map((one) => (
          <li key={one.signal}>
            <div className="why-signal">
              <span title={one.doc}>{plain(one.signal)}</span>
              <span className="soft">{valueOf(one.value)}</span>
              <span className="why-track" aria-hidden="true">
                <span
                  className={classes('why-fill', one.moved < 0 && 'against')}
                  style={
                    one.moved < 0
                      ? { right: '50%', width: share(one.moved, most) }
                      : { left: '50%', width: share(one.moved, most) }
                  }
                />
              </span>
              <span className="why-moved">{signed(one.moved)}</span>
            </div>
            <p className="soft">{otherwise(one, mode)}</p>
          </li>
        ))}
      </ul>
      {influences.length > shownFirst && (
        <Button kind="quiet" onClick={() => setAll(!all)}>
          {all ? 'Only the most' : `All ${influences.length}`}
        </Button>
      )}
    </div>
  );
}

type Influence = Part['influences'][number];

function otherwise(
  { effective_margin: needed, margin, mode, needs_tiebreak: tie, neutral }: Influence,
  now: Part['mode'],
): string {
  const were = `At ${valueOf(neutral)}`;
  if (mode !== now) return `${were} it would have been ${modeName(mode)}, ahead by ${percent(margin)}.`;
  if (tie)
    return `${were} it would have been too close to call: ${percent(margin)} of ${percent(needed)} needed.`;
  return `${were} still ${modeName(mode)}, ahead by ${percent(margin)}.`;
}

function valueOf(value: number): string {
  return Number.isInteger(value) ? String(value).replace('-', '−') : value.toFixed(2);
}

function share(moved: number, most: number): string {
  return `${(50 * Math.abs(moved)) / most}%`;
}
