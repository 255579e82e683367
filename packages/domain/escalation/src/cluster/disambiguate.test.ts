import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileModule } from '../module/compile-module.ts';
import { fileEvent } from '../question/questions.fixture.ts';
import { type Candidate, disambiguate } from './disambiguate.ts';
import { labelsOfChoice } from './labels-of-choice.ts';

/** A module that watches a folder, as a candidate. */
function candidate(id: string, filesystem: object = {}, rest: Partial<Candidate> = {}): Candidate {
  const fingerprint = compileModule({
    module_id: id,
    cluster: 'academic',
    version: '1',
    question_template: 'At {location}?',
    default_threshold: 0.65,
    signal_priors: { filesystem: { watch_directories: ['~/Documents'], ...filesystem } },
  });
  return { fingerprint, score: 0.7, ...rest };
}

const events = [fileEvent('/disk/user/Documents/uni/hw3.pdf')];

describe('disambiguate', () => {
  it('lets the module ask whose root is the longer one', () => {
    const found = disambiguate(
      'academic',
      [candidate('all'), candidate('uni', { watch_directories: ['~/Documents/uni'] })],
      events,
    );
    expect(found).toMatchObject({
      moduleId: 'uni',
      question: null,
      listed: [],
      reasons: { uni: 'woke', all: 'outscored' },
    });
  });

  it('asks one broad question if no module leads, in the words of the design', () => {
    const found = disambiguate(
      'academic',
      [candidate('homework'), candidate('notes', {}, { score: 0.9 })],
      events,
    );
    expect(found).toMatchObject({
      moduleId: null,
      listed: ['notes', 'homework'],
      reasons: { homework: 'ambiguous', notes: 'ambiguous' },
      question: {
        question:
          'Something changed in the academic cluster. Specifically: filesystem created: “hw3.pdf”. Which of the following is relevant: notes, homework?',
        values: { cluster: 'academic', module_list: 'notes, homework' },
      },
    });
  });

  it('lists five at most, with whole names, and none that is out of reach', () => {
    const ids = ['g', 'f', 'e', 'd', 'c', 'b'].map((letter) => letter.repeat(64));
    const many = [...ids.map((id) => candidate(id)), candidate('far', { irrelevant_extensions: ['.pdf'] })];
    const { listed, question, reasons } = disambiguate('academic', many, events);
    expect(listed).toEqual([...ids].reverse().slice(0, 5));
    expect(question?.question).toContain(`relevant: ${listed.join(', ')}?`);
    expect([reasons.far, reasons['g'.repeat(64)]]).toEqual(['outscored', 'outscored']);
  });

  it('follows what was useful lately', () => {
    const [useful, useless] = [{ labels: [1, 1, 1, 1, Number.NaN] }, { labels: [0, 0] }];
    const both = [candidate('a', {}, useless), candidate('b', {}, useful)];
    expect(disambiguate('academic', both, events).moduleId).toBe('b');
    // One label alone says too little; old ones do not count.
    expect(
      disambiguate('academic', [candidate('a'), candidate('b', {}, { labels: [1] })], events).moduleId,
    ).toBeNull();
    const faded = {
      labels: [...Array<number>(20).fill(1), ...Array<number>(5).fill(1), ...Array<number>(5).fill(0)],
    };
    expect(disambiguate('academic', [candidate('a'), candidate('b', {}, faded)], events).moduleId).toBeNull();
  });

  it('takes the mean over the events, and says what it can without any', () => {
    const pdf = candidate('pdf', { relevant_extensions: ['.pdf'] });
    const other = candidate('other');
    const zip = fileEvent('/disk/user/Documents/a.zip', { features: { extension: '.zip' } });
    expect(disambiguate('academic', [pdf, other], [zip, zip, zip, zip, ...events]).moduleId).toBeNull();
    expect(disambiguate('academic', [pdf, other], [zip, ...events]).moduleId).toBe('pdf');
    expect(disambiguate('academic', [pdf, other], []).question?.question).toContain('Specifically: unknown.');
    expect(disambiguate('academic', [], events)).toEqual({
      moduleId: null,
      question: null,
      listed: [],
      reasons: {},
      matches: {},
    });
    expect(disambiguate('academic', [pdf], events)).toMatchObject({
      moduleId: 'pdf',
      reasons: { pdf: 'woke' },
    });
  });

  it('law 23: the same choice in whatever order the candidates come', () => {
    const all = [
      candidate('a'),
      candidate('b', { relevant_extensions: ['.pdf'] }),
      candidate('c', {}, { score: Number.NaN }),
      candidate('d', { watch_directories: ['/srv'] }),
      candidate('e', {}, { score: 0.8 }),
    ];
    const chosen = disambiguate('academic', all.slice(2), events);
    expect(chosen.listed).toEqual(['e', 'c']);
    fc.assert(
      fc.property(fc.shuffledSubarray(all.slice(2), { minLength: 3 }), (some) => {
        expect(disambiguate('academic', some, events)).toEqual(chosen);
      }),
    );
    expect(disambiguate('academic', all, events).moduleId).toBe('b');
  });
});

describe('labelsOfChoice', () => {
  it('is 1 for the one that was chosen and 0 for the rest', () => {
    expect(labelsOfChoice(['a', 'b', 'c'], 'b')).toEqual([
      { moduleId: 'a', label: 0 },
      { moduleId: 'b', label: 1 },
      { moduleId: 'c', label: 0 },
    ]);
    expect(labelsOfChoice(['a', 'b'], null).map(({ label }) => label)).toEqual([0, 0]);
    expect(labelsOfChoice(['a', 'b'], 'z')).toEqual([]);
  });
});
