import { describe, expect, it } from 'vitest';
import { policyRulesOf } from './rules-of.ts';

describe('policyRulesOf', () => {
  it('reads the cells that settings name', () => {
    expect(policyRulesOf({ policy: { external_verified: { write_local: 'allow' } } })).toEqual({
      external_verified: { write_local: 'allow' },
    });
  });

  it.each([
    [null],
    [{}],
    [{ policy: 'allow' }],
    [{ policy: { everybody: { write_local: 'allow' } } }],
    [{ policy: { unknown: { fly: 'allow', write_local: 'yes' } } }],
    [{ policy: { unknown: ['allow'] } }],
  ])('threat: leaves out what is no rule: %j', (settings) => {
    expect(policyRulesOf(settings)).toEqual({});
  });
});
