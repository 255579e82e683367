import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  eventsOf,
  fileAt,
  moduleOf,
  mondayTen,
  oddEvent,
  signalOf,
  wholeModule,
} from '../../test/made-up.ts';
import { seeded } from '../lstm/random.ts';
import { columnsOf, countBits, countWord, familyOf } from './columns.ts';
import {
  countEvidence,
  entriesMax,
  type Evidence,
  evidenceOf,
  type EvidenceRow,
  readRows,
  type StoredTree,
} from './evidence.ts';
import { growTrees } from './grow-trees.ts';
import { logBeta, logGamma } from './log-beta.ts';
import { attributesAt, holdsAt, readWindow } from './window-attributes.ts';
import type { SignalEvent } from '@salience/contracts';

const random = seeded(3);
const word = (n: number) => `w${'abcdefghij'[n] ?? ''}`;
const someFile = () =>
  fileAt(
    `/in/${['one', 'two', 'three'][random.below(3)] ?? ''}/${word(random.below(10))}-${word(random.below(10))}.${random.next() < 0.5 ? 'pdf' : 'txt'}`,
    mondayTen + random.below(30 * 86_400),
    { features: { size_bytes: Math.floor(Math.exp(10 + 2 * random.normal())) } },
  );

/** Evidence from files that are useful by a wish, some of them labelled wrongly. */
function learned(
  count: number,
  wish: (event: SignalEvent, before: SignalEvent) => boolean,
  noise = 0.05,
): Evidence {
  const rows = Array.from({ length: count }, (): EvidenceRow => {
    const [before, event] = [someFile(), someFile()];
    const later = { ...event, timestamp: before.timestamp + 300 };
    return { events: eventsOf(before, later), useful: wish(later, before) !== random.next() < noise };
  });
  return countEvidence(
    readRows(rows, wholeModule, 'UTC'),
    rows.map(({ useful }) => useful),
  ) as Evidence;
}

/** How often what is useful stands above what is not, among fresh files. */
function order(evidence: Evidence, wish: (event: SignalEvent, before: SignalEvent) => boolean): number {
  const scored = Array.from({ length: 300 }, () => {
    const [before, event] = [someFile(), someFile()];
    const later = { ...event, timestamp: before.timestamp + 300 };
    return {
      score: evidenceOf(evidence, eventsOf(before, later), wholeModule, 'UTC'),
      useful: wish(later, before),
    };
  });
  const [yes, no] = [scored.filter(({ useful }) => useful), scored.filter(({ useful }) => !useful)];
  const won = yes.flatMap((one) =>
    no.map((other) => (one.score > other.score ? 1 : one.score === other.score ? 0.5 : 0)),
  );
  return won.reduce((sum: number, value) => sum + value, 0) / won.length;
}

const hour = ({ timestamp }: SignalEvent) => Math.floor(timestamp / 3_600) % 24;
const wishes: Record<string, (event: SignalEvent, before: SignalEvent) => boolean> = {
  'a word': ({ location }) => location.includes('wc'),
  'a folder': ({ location }) => location.startsWith('/in/two/'),
  'hours of the day': (event) => hour(event) >= 9 && hour(event) < 15,
  'a stretch of sizes': ({ features }) =>
    Number(features['size_bytes']) > 8_000 && Number(features['size_bytes']) < 120_000,
  'what came before it': (_, before) => before.location.endsWith('.pdf'),
  'a folder and a kind': ({ location }) => location.startsWith('/in/two/') && location.endsWith('.pdf'),
  'one of two words': ({ location }) => location.includes('wa') || location.includes('wd'),
};

describe('evidence from labels', () => {
  it.each(Object.entries(wishes))('finds %s among eighty labels, some of them wrong', (_, wish) => {
    expect(order(learned(80, wish), wish)).toBeGreaterThan(0.9);
  });

  it('does not believe what chance alone explains', () => {
    const evidence = learned(60, () => random.next() < 0.5, 0);
    const said = Array.from({ length: 100 }, () =>
      Math.abs(evidenceOf(evidence, eventsOf(someFile()), wholeModule, 'UTC')),
    );
    expect(said.reduce((sum, value) => sum + value, 0) / said.length).toBeLessThan(0.35);
  });

  it('is none of too few labels, or of labels that all say the same', () => {
    const rows = Array.from({ length: 8 }, () => new Set(['self|a=1']));
    expect(countEvidence(rows.slice(0, 3), [true, false, true])).toBeUndefined();
    expect(
      countEvidence(
        rows,
        rows.map(() => true),
      ),
    ).toBeUndefined();
    expect(
      countEvidence(
        rows,
        rows.map(() => false),
      ),
    ).toBeUndefined();
    expect(
      countEvidence(
        rows,
        rows.map((_, n) => n === 0),
      )?.labels,
    ).toBe(8);
  });

  it('law: lies in [-1, 1] for any window, and says the same after a way through JSON', () => {
    const evidence = learned(60, wishes['a word'] as never);
    const stored = JSON.parse(JSON.stringify(evidence)) as Evidence;
    expect(stored).toEqual(evidence);
    fc.assert(
      fc.property(fc.array(oddEvent, { minLength: 1, maxLength: 10 }), (events) => {
        const said = evidenceOf(evidence, eventsOf(...events), wholeModule, 'UTC');
        expect(said >= -1 && said <= 1).toBe(true);
        expect(evidenceOf(stored, eventsOf(...events), wholeModule, 'UTC')).toBe(said);
      }),
    );
  });

  it('is bounded: at most five hundred attributes, however many labels', () => {
    const entries = (tree: StoredTree): number =>
      typeof tree === 'number' ? 0 : tree[0].length + entries(tree[1]) + entries(tree[2]);
    const evidence = learned(300, wishes['one of two words'] as never);
    expect(evidence.trees.reduce((sum, { tree }) => sum + entries(tree), 0)).toBeLessThanOrEqual(entriesMax);
    expect(JSON.stringify(evidence).length).toBeLessThan(60_000);
  });

  it('says nothing without trees', () => {
    const empty: Evidence = { schema: 'limbic-evidence.v1', labels: 5, base: 0.5, trees: [] };
    expect(evidenceOf(empty, eventsOf(someFile()), wholeModule, 'UTC')).toBe(0);
  });
});

describe('attributes of a window', () => {
  const mail = signalOf('mail', {
    sender: 'Ana Bo <Ana@Example.org>',
    subject_tokens: ['Tax', 'form'],
    asks: 0.6,
    bulk: false,
    etag: 'q',
  });
  const events = eventsOf(
    mail,
    fileAt('/in/a/b/tax_report.PDF', mondayTen + 600),
    fileAt('/in/c.txt', mondayTen + 4_000),
  );
  const window = readWindow(events, moduleOf({ time: { active_hours: [9, 17] } }), 'UTC');

  it('name what an event is, in lower case, and nothing that never comes again', () => {
    const own = attributesAt(window, 0);
    for (const attribute of [
      'source=mail',
      'sender=ana@example.org',
      'domain=example.org',
      'word=tax',
      'bulk=false',
      'asks>=2',
      'weekday=0',
      'hours=9+3',
      'active=true',
      'declared=neither',
    ])
      expect(own).toContain(`self|${attribute}`);
    expect([...own].filter((attribute) => attribute.includes('etag'))).toEqual([]);
    expect([...attributesAt(window, 1)]).toEqual(
      expect.arrayContaining([
        'self|extension=.pdf',
        'self|folder=in/a',
        'self|folder_name=b',
        'self|word=report',
      ]),
    );
  });

  it('tell what came just before, lately, or anywhere before', () => {
    const [second, third] = [attributesAt(window, 1), attributesAt(window, 2)];
    for (const scope of ['before', 'lately', 'window'])
      expect(second).toContain(`${scope}|sender=ana@example.org`);
    expect(third).toContain('window|sender=ana@example.org');
    expect(third).not.toContain('before|sender=ana@example.org');
    expect(third).not.toContain('lately|extension=.pdf');
    expect([...third].some((attribute) => attribute.startsWith('window|hours'))).toBe(false);
  });

  it('law: are found one by one as they are found together', () => {
    const all = new Set([0, 1, 2].flatMap((at) => [...attributesAt(window, at)]));
    for (const at of [0, 1, 2])
      for (const attribute of all)
        expect(holdsAt(window, at, attribute)).toBe(attributesAt(window, at).has(attribute));
  });

  it('step through numbers, of either sign', () => {
    const own = attributesAt(
      readWindow(
        eventsOf(signalOf('host', { value: -3, metric: 'load' }, { magnitude: 0.5 })),
        wholeModule,
        'UTC',
      ),
      0,
    );
    expect([...own].filter((attribute) => attribute.includes('value<=-')).length).toBe(7);
    expect([...own].filter((attribute) => attribute.includes('magnitude')).length).toBe(2);
  });
});

describe('columns and trees', () => {
  it('count bits', () => {
    fc.assert(
      fc.property(fc.integer(), (value) => {
        expect(countWord(value)).toBe((value >>> 0).toString(2).replaceAll('0', '').length);
      }),
    );
    expect(countBits(Int32Array.of(-1, 3))).toBe(34);
  });

  it('join attributes that hold in the same rows, and leave out what hardly any row has', () => {
    const rows = Array.from(
      { length: 40 },
      (_, n) =>
        new Set([
          ...(n < 20 ? ['self|a=1', 'self|word=x'] : []),
          ...(n === 3 ? ['self|b=1'] : []),
          'self|c=1',
        ]),
    );
    const columns = columnsOf(rows);
    expect(columns.map(({ attributes }) => attributes)).toEqual([['self|word=x', 'self|a=1']]);
    expect(columns[0]?.logPrior).toBeCloseTo(0, 9);
    expect(familyOf('before|size_bytes>=12')).toBe('before|size_bytes');
  });

  it('share out one belief among trees', () => {
    const rows = Array.from({ length: 40 }, (_, n) => new Set([`self|a=${n % 2}`, `self|b=${n % 3}`]));
    const positive = new Int32Array(2);
    for (let n = 0; n < 40; n += 2) positive[n >> 5] = (positive[n >> 5] as number) | (1 << (n & 31));
    const trees = growTrees(columnsOf(rows), positive, 40, { questionsMax: 3, beam: 8, kept: 8 });
    expect(trees.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 1);
    expect(trees[0]?.tree).toMatchObject({
      column: { attributes: [expect.stringContaining('self|a=') as string] },
    });
  });

  it('know the gamma function', () => {
    for (const [n, factorial] of [1, 1, 2, 6, 24, 120].entries())
      expect(logGamma(n + 1)).toBeCloseTo(Math.log(factorial), 9);
    expect(logGamma(0.25)).toBeCloseTo(1.2880225246980774, 9);
    expect(logBeta(2, 3)).toBeCloseTo(Math.log(1 / 12), 9);
  });
});
