import { type ConceptPromptInput, renderConceptPrompt } from '@salience/context';
import { conceptProposalSchema, kinds, relationTypes } from '@salience/contracts';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { proposeConcepts, type Tagger } from '@salience/offline';
import { loadNlp, tagger } from '@salience/llm';

let tag: Tagger;
beforeAll(async () => {
  tag = tagger(await loadNlp());
});

const inputOf = (...messages: (string | [speaker: string, text: string])[]): ConceptPromptInput => ({
  exchanges: messages.map((message, n) => ({
    id: `ex_${n}`,
    at: '2030-01-01T12:00:00.000Z',
    speaker: typeof message === 'string' ? 'user' : message[0],
    trust: 'user',
    text: typeof message === 'string' ? message : message[1],
    reply: null,
  })),
  told: '',
  known: [],
});
const conceptsOf = (input: ConceptPromptInput) =>
  Object.fromEntries(proposeConcepts(input, tag).concepts.map(({ kind, name }) => [name, kind]));
const linksOf = (input: ConceptPromptInput) =>
  proposeConcepts(input, tag).relations.map(
    ({ ended, from, to, type }) => `${from} ${type} ${to}${ended ? ' no longer' : ''}`,
  );

describe('concepts without a language model', () => {
  it('reads people, places, organisations and things of a chat, and who they are to each other', () => {
    const input = inputOf(
      'My sister Ana lives in Porto. She works at Critical Software.',
      'I left Acme last month, and now I work at Globex.',
    );
    expect(conceptsOf(input)).toMatchObject({
      Ana: 'person',
      Porto: 'place',
      'Critical Software': 'organisation',
      Acme: 'organisation',
    });
    expect(linksOf(input)).toEqual(
      expect.arrayContaining([
        'user relative-of Ana',
        'Ana lives-in Porto',
        'Ana works-at Critical Software',
        'user works-at Acme no longer',
        'user works-at Globex',
      ]),
    );
  });

  it('carries "she" from one message of a speaker to the next', () => {
    expect(linksOf(inputOf('My sister Ana lives in Porto.', 'She works at Critical Software.'))).toContain(
      'Ana works-at Critical Software',
    );
  });

  it('reads technical talk', () => {
    const input = inputOf(
      'We use Kubernetes on AWS. The billing service runs on PostgreSQL.',
      "Let's switch to Redis instead of Memcached.",
    );
    expect(linksOf(input)).toEqual(
      expect.arrayContaining([
        'user uses Kubernetes',
        'billing service uses PostgreSQL',
        'Redis alternative-to Memcached',
      ]),
    );
  });

  it('knows who speaks, by a short name too, and leaves out words that stand for anything', () => {
    const { concepts } = proposeConcepts(
      inputOf(
        ['Caroline', 'Hey Mel! I went to a support group yesterday, it was such a nice day.'],
        ['Melanie', 'Good thing!'],
      ),
      tag,
    );
    expect(concepts.find(({ name }) => name === 'Melanie')?.aliases).toEqual(['Mel']);
    const names = concepts.map(({ name }) => name);
    expect(names).toContain('support group');
    for (const empty of ['day', 'thing', 'Good thing', 'yesterday', 'Hey'])
      expect(names).not.toContain(empty);
  });

  it('states nothing of what is only asked or supposed, or named together', () => {
    expect(linksOf(inputOf('Does Ana live in Porto?', 'If I worked at Acme I would be rich.'))).toEqual([]);
    expect(linksOf(inputOf('Ana, Porto and the harbour festival.'))).toEqual([]);
  });

  it('fits its schema and copies its names, whatever was said; the same prompt gives the same bytes', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 120 }), { maxLength: 4 }), (texts) => {
        const input = inputOf(...texts);
        const proposal = proposeConcepts(input, tag);
        expect(conceptProposalSchema.parse(proposal)).toEqual(proposal);
        expect(proposeConcepts(input, tag)).toEqual(proposal);
      }),
      { numRuns: 60 },
    );
  });

  it('a model is told of every kind and every type that its answer may have', () => {
    const { system } = renderConceptPrompt(inputOf('x'));
    for (const word of [...kinds.filter((kind) => kind !== 'time'), ...relationTypes])
      expect(system).toContain(word);
  });
});
