import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../servers/places.ts';

/** What one turn or one remembered exchange costs, or may cost. Undefined: not counted. */
export interface LedgerRow {
  readonly statements?: number;
  readonly trips?: number;
  readonly rows?: number;
  /** A lower limit; all others are upper ones. */
  readonly HOT?: number;
  readonly entries?: number;
  readonly WAL?: number;
  readonly traffic?: number;
  readonly Redis?: number;
  readonly embedder?: number;
}

/** The limits of a row of the table in docs/ledger.md. Throws for a row that is not there. */
export function ledgerLimits(what: string): LedgerRow {
  const rows = readFileSync(join(repositoryRoot, 'docs/ledger.md'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split('|').map((cell) => cell.trim()));
  const names = rows[0] ?? [];
  const row = rows.find((cells) => cells[1] === what);
  if (row === undefined) throw new Error(`Expected a row "${what}" in docs/ledger.md`);
  return Object.fromEntries(
    row.flatMap((cell, at) =>
      at < 2 || Number.isNaN(Number.parseFloat(cell)) ? [] : [[columnOf(names[at]), Number(cell)]],
    ),
  );
}

/** What costs more than the table allows, in words; empty if nothing does. */
export function overLedger(cost: LedgerRow, limits: LedgerRow): string[] {
  return Object.entries(limits).flatMap(([name, limit]) => {
    const spent = cost[name as keyof LedgerRow];
    if (spent === undefined) return [`${name} was not counted`];
    const isOver = name === 'HOT' ? spent < limit : spent > limit;
    return isOver ? [`${name}: ${Math.round(1_000 * spent) / 1_000}, the ledger allows ${limit}`] : [];
  });
}

function columnOf(heading = ''): string {
  return heading.split(',')[0] ?? '';
}
