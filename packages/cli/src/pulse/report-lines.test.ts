import { describe, expect, it } from 'vitest';
import { reportCells, reportLine } from './report-lines.ts';

const quiet = { errors: 0, agendas: 0, begun: 0, due: 0, ended: 0 };

describe('a report', () => {
  it('is a row for each count in a table, also where nothing happened', () => {
    const names = ['due', 'ended', 'begun', 'agendas', 'errors'];
    expect(reportCells(quiet)).toEqual(names.map((name) => [name, '0']));
  });

  it('is what happened in a line', () => {
    expect(reportLine({ ...quiet, due: 3, begun: 2 })).toBe('due 3, begun 2');
    expect(reportLine(quiet)).toBe('nothing to do');
  });

  it('threat: what an error says stays in its line', () => {
    expect(reportLine({ error: 'connect\nECONNREFUSED\u001b[2J', of: { a: 1 } })).toBe(
      'error connect ECONNREFUSED [2J, of {"a":1}',
    );
  });
});
