import { type LabelKind, labelKindSchema, modes } from '@salience/contracts';
import type { WeightName } from '@salience/router';
import type { Evidence } from '../evidence/evidence.ts';
import { wantedOf } from '../evidence/evidence.ts';
import type { MeasuredDecision } from '../evidence/measure.ts';
import type { Move, Pressure } from './pressure.ts';

/** The share of all decisions that may be labelled wrong, by kind; missing an action is the costly error. */
const misrouteThresholds: Readonly<Record<Exclude<LabelKind, 'correct'>, number>> = {
  missed_act: 0.005,
  missed_clarify: 0.01,
  under_engagement: 0.01,
  over_engagement: 0.01,
};

/** Counts a move for a weight that would lift a wanted mode or lower the one taken. */
function addMoves(found: Set<string>, evidence: Evidence, row: MeasuredDecision): void {
  const wanted = wantedOf(row);
  if (wanted.length === 0) return;
  const taken = modes.indexOf(row.decision.taken);
  const { modeOf, names } = evidence.gauge;
  for (const [place, mode] of modeOf.entries()) {
    const value = row.values[place] as number;
    if (value === 0) continue;
    const sign = mode === taken ? -1 : wanted.includes(mode) ? 1 : 0;
    if (sign !== 0) found.add(`${names[place] as WeightName} ${sign * Math.sign(value)}`);
  }
}

/**
 * One pressure per kind of wrong label: its share of the recent decisions. What may answer it is every weight that has a say in any
 * decision so labelled in the evidence, in the direction that would have helped there.
 */
export function misroutePressures(evidence: Evidence, recent: readonly MeasuredDecision[]): Pressure[] {
  return labelKindSchema.options.flatMap((kind) => {
    if (kind === 'correct') return [];
    const isOfKind = ({ decision }: MeasuredDecision) => decision.label?.kind === kind;
    const value = recent.filter(isOfKind).length / Math.max(recent.length, 1);
    const found = new Set<string>();
    for (const row of evidence.rows) if (isOfKind(row)) addMoves(found, evidence, row);
    const moves = [...found].sort().map((key): Move => {
      const [name, direction] = key.split(' ');
      return { name: name as Move['name'], direction: Number(direction) as Move['direction'] };
    });
    const threshold = misrouteThresholds[kind];
    return moves.length === 0 ? [] : [{ name: kind, value, threshold, excess: value / threshold, moves }];
  });
}
