import { describe, expect, it } from 'vitest';
import { bareRelations } from './relations-named.ts';

const known = new Set(['lanes', 'turns', 'agents']);

describe('relations by their bare name', () => {
  it.each([
    ['SELECT 1 FROM lanes', ['lanes']],
    ['SELECT 1 FROM salience.turns t, lanes l', ['lanes']],
    ['SELECT 1 FROM (lanes CROSS JOIN salience.turns)', ['lanes']],
    ['SELECT 1 FROM f(1, 2) x, agents a WHERE true', ['agents']],
    ['SELECT 1 FROM salience.lanes l LEFT JOIN ONLY "turns" t ON true', ['turns']],
    ['INSERT INTO lanes (a, b) SELECT a, b FROM x', ['lanes']],
    ['UPDATE lanes SET a = 1', ['lanes']],
    ['DELETE FROM salience.lanes l USING agents a', ['agents']],
    ['WITH l AS (TABLE lanes) SELECT 1', ['lanes']],
    ['IF EXISTS (SELECT 1 FROM lanes) THEN RETURN; END IF', ['lanes']],
  ])('are found in %s', (body, names) => {
    expect(bareRelations(body, known)).toEqual(names);
  });

  it.each([
    'SELECT turns, lanes.x FROM salience.lanes GROUP BY x, turns',
    "SELECT 'FROM lanes' -- FROM lanes\n/* FROM turns */",
    'SELECT a.lanes, extract(epoch FROM a.turns) FROM salience.agents a ORDER BY 1, lanes',
    'SELECT 1 FROM turns_to_forget(r) t',
    'SELECT x INTO v_lanes FROM salience.lanes FOR UPDATE',
  ])('are not seen in %s', (body) => {
    expect(bareRelations(body, known)).toEqual([]);
  });
});
