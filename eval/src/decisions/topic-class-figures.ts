import { weightedMean, withIntervals } from '../intervals.ts';
import { aurocBy, binaryFigures } from './metrics.ts';

/** A measured message: its own topic and what became of it. */
export interface MeasuredMessage {
  readonly label: string;
  /** It belongs to no topic that was heard of. */
  readonly outside: boolean;
  readonly nearest: string | null;
  readonly assigned: string | null;
  /** How well it fits the topic that it fits best. */
  readonly known: number;
  /** What it is drawn with when intervals are made. */
  readonly group: string | number;
}

/** Shares that are right among messages of known topics, and how well those of none are told from them, with bounds. */
export function topicFigures(messages: readonly MeasuredMessage[]): object {
  const inScope = messages.filter(({ outside }) => !outside);
  const right = (of: (message: MeasuredMessage) => string | null) =>
    Uint8Array.from(inScope, (message) => (of(message) === message.label ? 1 : 0));
  const [nearest, assigned] = [right((one) => one.nearest), right((one) => one.assigned)];
  const groups = inScope.map(({ group }) => group);
  return {
    held: inScope.length,
    ...withIntervals(groups, (weights) => ({
      accuracy: weightedMean(nearest, weights),
      assignedRight: weightedMean(assigned, weights),
    })),
    outOfScope: inScope.length === messages.length ? null : outOfScope(messages),
  };
}

function outOfScope(messages: readonly MeasuredMessage[]): object {
  const outside = messages.map((one) => one.outside);
  const groups = messages.map(({ group }) => group);
  const area = aurocBy(
    outside,
    messages.map(({ known }) => -known),
  );
  const said = messages.map(({ assigned }) => assigned === null);
  return {
    rows: outside.filter(Boolean).length,
    ...withIntervals(groups, (weights) => ({ auroc: area(weights) })),
    newTopic: binaryFigures(groups, outside, said),
  };
}
