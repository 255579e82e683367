import { type LabelKind, labelKindSchema } from '@salience/contracts';
import type { ReadLabel } from '@salience/reactions';
import type { LabelledRow } from './follow-up-rows.ts';

/** A labelled row and what was read of it. */
export interface ReadRow {
  readonly row: LabelledRow;
  readonly read: ReadLabel | null;
}

/** A share with its Wilson interval of 95 %; null where nothing was counted. */
interface Share {
  readonly share: number;
  readonly from: number;
  readonly to: number;
}

/** Figures of a set of rows. A predicted kind is right if it is the labelled one; rows without a kind that get one are wrong. */
export interface LabelFigures {
  readonly rows: number;
  readonly withKind: number;
  readonly read: number;
  readonly right: number;
  readonly precision: Share | null;
  readonly recall: Share | null;
  /** Of what is right: where the labelled mode that was wanted is known, how often it is the one that was read. */
  readonly wantedRight: Share | null;
}

/** The figures of rows. */
export function figuresOf(rows: readonly ReadRow[], kind?: LabelKind): LabelFigures {
  const counts = (value: LabelKind | null | undefined) =>
    value !== null && value !== undefined && (kind === undefined || value === kind);
  const labelled = rows.filter(({ row }) => counts(row.kind));
  const read = rows.filter((one) => counts(one.read?.kind));
  const right = read.filter((one) => one.read?.kind === one.row.kind);
  const wanted = right.filter(({ row }) => row.wanted !== null);
  return {
    rows: rows.length,
    withKind: labelled.length,
    read: read.length,
    right: right.length,
    precision: shareOf(right.length, read.length),
    recall: shareOf(right.length, labelled.length),
    wantedRight: shareOf(wanted.filter((one) => one.read?.wanted === one.row.wanted).length, wanted.length),
  };
}

/** The same by kind, of kinds that are there. */
export function figuresByKind(rows: readonly ReadRow[]): Record<string, LabelFigures> {
  const present = labelKindSchema.options.filter((kind) =>
    rows.some(({ row, read }) => row.kind === kind || read?.kind === kind),
  );
  return Object.fromEntries(present.map((kind) => [kind, figuresOf(rows, kind)]));
}

const z = 1.959964;

/** Wilson's interval (Wilson 1927). */
function shareOf(part: number, whole: number): Share | null {
  if (whole === 0) return null;
  const share = part / whole;
  const centre = share + (z * z) / (2 * whole);
  const half = z * Math.sqrt((share * (1 - share)) / whole + (z * z) / (4 * whole * whole));
  const scale = 1 + (z * z) / whole;
  const round = (value: number) => Math.round(1_000 * value) / 1_000;
  return { share: round(share), from: round((centre - half) / scale), to: round((centre + half) / scale) };
}
