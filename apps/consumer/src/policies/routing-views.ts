import {
  calibrationFiguresSchema,
  type Mode,
  modes,
  type PolicySeries,
  recalibrationKnotsSchema,
  type RoutingCalibration,
  type RoutingShares,
} from '@salience/contracts';
import type { CalibrationRow, RoutedDay, StandingRow } from '@salience/database/learning';
import { healthyShares, recalibrated, wilsonInterval } from '@salience/regulation';

/** Bands in which the share of a mode is healthy. */
export const bands: PolicySeries['bands'] = modes.map((mode) => ({ mode, ...healthyShares[mode] }));

/** A day of a policy. `figures`: with what was found. */
export function standingDay(row: StandingRow, figures: boolean): PolicySeries['days'][number] {
  const { at: _at, ...standing } = row.standing;
  return {
    day: row.day,
    at: row.at.toISOString(),
    decided: { name: row.decidedBy, version: row.decidedVersion },
    standing: figures ? standing : null,
  };
}

/** Shares of modes of some days, oldest first. */
export function sharesView(rows: readonly RoutedDay[], from: Date, to: Date): RoutingShares {
  const decisions = sumOf(rows);
  const days = [...new Set(rows.map(({ day }) => day))].toSorted();
  return {
    from: from.toISOString(),
    to: to.toISOString(),
    decisions,
    shares: modes.map((mode) => {
      const count = sumOf(rows.filter((row) => row.mode === mode));
      const likely = wilsonInterval(count, decisions);
      return {
        ...shareOf(mode, count, decisions),
        likely_low: likely.low,
        likely_high: likely.high,
        ...healthyShares[mode],
      };
    }),
    days: days.map((day) => {
      const own = rows.filter((row) => row.day === day);
      const all = sumOf(own);
      return { day, decisions: all, shares: own.map((row) => shareOf(row.mode, row.decisions, all)) };
    }),
  };
}

function sumOf(rows: readonly RoutedDay[]): number {
  return rows.reduce((sum, row) => sum + row.decisions, 0);
}

function shareOf(mode: Mode, decisions: number, all: number) {
  return { mode, decisions, share: all === 0 ? 0 : decisions / all };
}

/** The newest calibration; without one, or where another release kept other figures, there is none to show. `figures`: with what was found. */
export function calibrationView(row: CalibrationRow | undefined, figures: boolean): RoutingCalibration {
  const kept = calibrationFiguresSchema.safeParse(row?.figures);
  const knots = recalibrationKnotsSchema.safeParse(row?.knots);
  if (row === undefined || !kept.success || !knots.success) return { calibration: null };
  const { at, decisions, version } = row;
  const { diagram, errorAfter, errorBefore, helps, scores } = kept.data;
  const map = { version, knots: knots.data };
  return {
    calibration: {
      version,
      at: at.toISOString(),
      decisions,
      figures: figures
        ? {
            error_before: errorBefore,
            error_after: errorAfter,
            helps,
            bins: diagram.map((bin) => ({
              ...bin,
              ...wilsonInterval(Math.round(bin.correct * bin.decisions), bin.decisions),
              mapped: recalibrated(map, bin.confidence),
            })),
            scores: scores.map(({ correct: _correct, ...score }) => score),
          }
        : null,
    },
  };
}
