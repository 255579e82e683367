import type { ActionResult, ConsequenceTier } from '@salience/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calibrated } from './calibrated.ts';
import { judgeResult } from './judge-result.ts';
import type { JudgedResult } from './judged-result.ts';
import { ruleNames } from './rules/all-rules.ts';

type Rest = Partial<Omit<JudgedResult, 'result'>> & { readonly outcome?: ActionResult['outcome'] };
const now = new Date('2026-03-04T09:00:00Z');
const judge = (text: string, { outcome = 'succeeded', ...rest }: Rest = {}) =>
  judgeResult({
    tool: 'lookup',
    tier: 'observe',
    args: {},
    result: { outcome, text, trust: 'external', transient: false, durationMs: 1 },
    correctionsSoFar: 0,
    now,
    ...rest,
  });
const schema = { type: 'object', required: ['n'], properties: { n: { type: 'integer', minimum: 1 } } };
const act = { tier: 'act' } as const;
const city = { args: { city: 'Oslo' } };
const long = 'The new tram line was opened in spring and carries forty thousand riders on a working day.';

// Rule, a text that it must find, and one that looks alike and is right.
const cases: readonly (readonly [string, readonly [string, Rest?], readonly [string, Rest?]])[] = [
  ['empty', ['null'], ['[]']],
  ['empty', [''], ['', act]],
  ['garbled', ['KÃ¶ln, MÃ¼nchen, ZÃ¼rich'], ['Köln, München, Zürich']],
  [
    'html_page',
    ['<html><title>404 Not Found</title></html>', { args: { url: 'https://a.example' } }],
    ['<html><title>Trains</title><p>Hi</p></html>', { args: { url: 'https://a.example' } }],
  ],
  ['html_page', ['<!doctype html><p>12 degrees'], ['Use <html> to begin a page.']],
  ['error_text', ['Error: upstream is away'], ['Errors were put right in 2019.']],
  ['error_text', ['{"error":{"code":4}}'], ['{"error":null,"value":3}']],
  ['error_text', ['{"success":false}'], ['{"success":true}']],
  ['error_text', ['{"status":503}'], ['{"status":200}']],
  ['error_text', ['Error: a\nError: b'], ['Error: a\nError: b', { args: { query: 'last errors' } }]],
  [
    'auth_wall',
    ['Please log in to continue.'],
    ['Please log in to the bank on Friday, Ann said.', { tool: 'recall' }],
  ],
  ['not_an_answer', ["I'm sorry, I can't help."], ['Sorry is a song by Madonna.']],
  ['not_done', ['0 rows affected', act], ['3 rows affected', act]],
  ['not_done', ['Dry run: 1 message', act], ['Dry run: 1 message', { ...act, args: { mode: 'dry run' } }]],
  [
    'echo',
    ['You asked: opening hours', { args: { query: 'opening hours' } }],
    ['The opening hours are nine to five', { args: { query: 'opening hours' } }],
  ],
  ['placeholder', ['Dear {{name}},'], ['Dear {{name}},', { args: { query: 'mail template' } }]],
  ['partial', ['a\n[output truncated]'], ['The branch was cut off by snow.']],
  ['partial', ['Showing 5 of 90'], ['Showing 5 of 90', { args: { limit: 5 } }]],
  [
    'partial',
    ['{"items":[1,2],"has_more":true}'],
    ['{"items":[1,2],"has_more":true}', { args: { limit: 2 } }],
  ],
  ['partial', ['{"items":[{"a":"b'], ['{"items":[{"a":"b"}]}']],
  ['partial', ['```\ncode'], ['```\ncode\n```']],
  [
    'partial',
    ['The old town is seen on foot, and museums close on every'],
    ['The old town is seen on foot, and museums close on Monday'],
  ],
  ['partial', ['x'.repeat(1_024)], [`${'x'.repeat(1_023)}.`]],
  ['schema', ['{"n":0}', { schema }], ['{"n":1}', { schema }]],
  ['schema', ['n is 1', { schema }], ['{"n":1,"more":2}', { schema }]],
  ['impossible', ['{"humidity":140}'], ['{"humidity":40}']],
  ['impossible', ['Due on 2026-02-30.'], ['Due on 2024-02-29.']],
  ['impossible', ['480 °C', { tool: 'weather' }], ['480 °C', { tool: 'oven_manual' }]],
  ['arithmetic', ['41', { args: { expression: '6 * 7' } }], ['42', { args: { expression: '6 * 7' } }]],
  ['arithmetic', ['12 + 30 = 43'], ['12 + 30 = 42']],
  [
    'arithmetic',
    ['10', { args: { operation: 'mean', values: [2, 4] } }],
    ['3', { args: { operation: 'mean', values: [2, 4] } }],
  ],
  [
    'arithmetic',
    ['70 F', { tool: 'convert', args: { value: 20, from: 'C', to: 'F' } }],
    ['68 F', { tool: 'convert', args: { value: 20, from: 'C', to: 'F' } }],
  ],
  [
    'arithmetic',
    ['{"items":[{"amount":2},{"amount":3}],"total":6}'],
    ['{"items":[{"amount":2},{"amount":3}],"total":6,"tax":1}'],
  ],
  [
    'arithmetic',
    ['12 days', { tool: 'days_between', args: { a: '2026-03-01', b: '2026-03-11' } }],
    ['10 days', { tool: 'days_between', args: { a: '2026-03-01', b: '2026-03-11' } }],
  ],
  [
    'counts',
    ['3 results\n- a\n- b'],
    ['3 results\n- a\n- b\nand 1 more item', { tier: 'observe', args: { query: 'truncated' } }],
  ],
  ['counts', ['{"count":3,"items":["a"]}'], ['{"count":1,"items":["a"]}']],
  [
    'duplicates',
    ['- the very same lamp\n- the very same lamp\n- the very same lamp'],
    ['- the first lamp\n- the second lamp\n- the third lamp'],
  ],
  ['arguments', ['{"city":"Bergen"}', city], ['{"city":"Oslo, Norway"}', city]],
  ['arguments', ['Weather in Bergen: rain', city], ['Weather in Oslo: rain', city]],
  [
    'arguments',
    ['It leaves on 5 May 2026.', { args: { date: '2026-05-04' } }],
    ['It leaves on May 4, 2026.', { args: { date: '2026-05-04' } }],
  ],
  [
    'arguments',
    ['[{"a":1},{"a":2},{"a":3}]', { args: { limit: 2 } }],
    ['[{"a":1},{"a":2}]', { args: { limit: 2 } }],
  ],
  [
    'arguments',
    ['[{"country":"Chile"},{"country":"Peru"}]', { args: { country: 'Norway' } }],
    ['[{"country":"Norway"},{"country":"Norway"}]', { args: { country: 'Norway' } }],
  ],
  ['units', ['54 °F', { args: { units: 'metric' } }], ['12 °C (54 °F)', { args: { units: 'metric' } }]],
  ['units', ['$ 12', { args: { currency: 'EUR' } }], ['12 €', { args: { currency: 'EUR' } }]],
  ['stale', ['12 °C as of 2025-07-01', { tool: 'weather' }], ['12 °C as of 2026-03-04', { tool: 'weather' }]],
  ['stale', ['{"stale":true,"t":1}'], ['{"stale":false,"t":1}']],
  [
    'contradiction',
    ['{"state":"paid"}', { earlier: ['{"state":"open"}'] }],
    ['{"state":"paid","checked_at":"2"}', { earlier: ['{"state":"paid","checked_at":"1"}'] }],
  ],
  [
    'contradiction',
    ['It costs 12 EUR', { earlier: ['It costs 15 EUR'] }],
    ['It costs 12 EUR', { earlier: ['it costs 12 EUR'] }],
  ],
  [
    'not_mentioned',
    [long, { args: { query: 'phone number of Ann Weber' } }],
    [`${long} Ann Weber wrote this.`, { args: { query: 'phone number of Ann Weber' } }],
  ],
];

describe('each rule', () => {
  it.each(cases)('%s finds %j and lets %j pass', (rule, [wrong, wrongRest], [right, rightRest]) => {
    expect(judge(wrong, wrongRest)).toMatchObject({ rule });
    expect(judge(right, rightRest)).toMatchObject({ verdict: 'accept', rule: 'none' });
  });

  it('has such a pair', () => {
    expect(new Set(cases.map(([rule]) => rule))).toEqual(new Set(ruleNames));
  });
});

describe('the verdict', () => {
  const tiers: readonly ConsequenceTier[] = ['observe', 'organise', 'act', 'commit'];

  it.each(['failed', 'timed_out'] as const)(
    'of a result that %s is silent for safe tiers, told for others',
    (outcome) => {
      const verdicts = tiers.map((tier) => judge('no such user', { tier, outcome }).verdict);
      expect(verdicts).toEqual(['correct', 'correct', 'escalate', 'escalate']);
    },
  );

  it('of an unknown outcome is told, whatever the tier', () => {
    for (const tier of tiers) {
      expect(judge('?', { tier, outcome: 'unknown' })).toMatchObject({
        verdict: 'escalate',
        rule: 'unknown_outcome',
      });
    }
  });

  it('corrects twice, then tells', () => {
    const verdicts = [0, 1, 2, 3].map((correctionsSoFar) => judge('null', { correctionsSoFar }).verdict);
    expect(verdicts).toEqual(['correct', 'correct', 'escalate', 'escalate']);
  });

  it('comes for any text, quotes little, and comes soon', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), fc.jsonValue(), (text, args) => {
        for (const shown of [text, JSON.stringify(args)]) {
          const { reason } = judge(shown, { args: { query: text, nested: args }, schema, earlier: [text] });
          expect(reason.length).toBeLessThan(400);
        }
      }),
    );
    const hostile = [
      '1+'.repeat(50_000),
      '('.repeat(90_000),
      'a '.repeat(90_000),
      '<'.repeat(90_000),
      '2026-13-45 '.repeat(15_000),
      '{"a":['.repeat(15_000),
      'in Aa Aa '.repeat(20_000),
    ];
    const nested = (open: string, close: string, levels: number) =>
      open.repeat(levels) + close.repeat(levels);
    const odd = { toString: 1, valueOf: 2, __proto__: null, constructor: { prototype: 3 } };
    for (const text of [
      nested('[', ']', 90_000),
      nested('{"a":[', ']}', 15_000),
      JSON.stringify(odd),
      '1e999',
    ]) {
      for (const promised of [{ enum: [1, [[2]]] }, { const: [[1]] }, { items: { enum: [1] } }]) {
        const args = { odd, deep: JSON.parse(nested('[', ']', 30)) as unknown };
        expect(() => judge(text, { args, schema: promised, earlier: [text, '{}'] })).not.toThrow();
      }
    }
    // A runaway expression would not come back within the test's time.
    const verdicts = hostile.map((text) =>
      judge(text, { args: { city: 'Oslo', query: text, expression: text } }),
    );
    expect(verdicts).toHaveLength(hostile.length);
  });
});

describe('calibrated', () => {
  it('lets a fresh tool organise and makes it ask before it acts', () => {
    expect(calibrated(0, 0)).toBe(0.625);
    expect(calibrated(2, 0)).toBe(0.75);
    expect(calibrated(0, 1)).toBe(0.5);
    expect(calibrated(0, 2)).toBeLessThan(0.5);
    expect(calibrated(Number.NaN, -3)).toBe(0.625);
  });

  it('rises with success, falls with failure, and tends to the rate itself', () => {
    const count = fc.nat(10_000);
    fc.assert(
      fc.property(count, count, (good, bad) => {
        const rate = calibrated(good, bad);
        expect(calibrated(good + 1, bad)).toBeGreaterThan(rate);
        expect(calibrated(good, bad + 1)).toBeLessThan(rate);
        expect(rate).toBeGreaterThan(0);
        expect(rate).toBeLessThan(1);
      }),
    );
    expect(calibrated(9_000, 1_000)).toBeCloseTo(0.9, 3);
  });
});
