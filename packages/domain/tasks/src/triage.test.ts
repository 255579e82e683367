import type { PlanStep } from '@salience/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plansByName } from './built-in-plans.ts';
import { readTriage, type TriageStep, triageInput, triageQuestion } from './triage.ts';

const isTriage = (step: PlanStep): step is TriageStep => step.kind === 'triage';
const step = plansByName.mail.steps.find(isTriage)!;

describe('readTriage', () => {
  it('reads one JSON object with a choice of the step and a confidence, and drops what else it holds', () => {
    expect(readTriage(' {"confidence": 0.25, "choice": "noise", "why": "an offer"}\n', step)).toEqual({
      choice: 'noise',
      confidence: 0.25,
    });
  });

  it.each([
    '',
    'noise',
    'null',
    '[]',
    '"noise"',
    '{"choice":"noise"}',
    '{"confidence":1}',
    '{"choice":"Noise","confidence":1}',
    '{"choice":"spam","confidence":1}',
    '{"choice":"constructor","confidence":1}',
    '{"choice":"noise","confidence":"1"}',
    '{"choice":"noise","confidence":1.01}',
    '{"choice":"noise","confidence":-0.1}',
    '{"choice":"noise","confidence":NaN}',
    '{"choice":["noise"],"confidence":1}',
    '{"choice":"noise","confidence":1}{"choice":"errand","confidence":1}',
    '```json\n{"choice":"noise","confidence":1}\n```',
    'I think {"choice":"noise","confidence":1}',
    '{"choice":"noise","confidence":1',
  ])('is null for %s', (reply) => {
    expect(readTriage(reply, step)).toBeNull();
  });

  it('never throws, and never gives what the step does not have', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.jsonValue().map((value) => JSON.stringify({ choice: value, confidence: value })),
        ),
        (reply) => {
          const read = readTriage(reply, step);
          expect(read === null || step.choices.some(({ name }) => name === read.choice)).toBe(true);
        },
      ),
    );
  });

  it('reads back what is stored of it', () => {
    const answer = { choice: 'errand', confidence: 0.1 + 0.2 };
    expect(readTriage(JSON.stringify(answer), step)).toEqual(answer);
  });
});

describe('triageInput', () => {
  it('gives a model values: the question, the choices, the message with its trust', () => {
    const input = triageInput(step, { text: 'Please call me.\u202e', from: 'Ann\nBob' }, 'external');
    expect(input).toEqual({
      question: 'What does this message want?',
      choices: step.choices,
      message: { text: 'Please call me.', from: 'Ann Bob' },
      trust: 'external',
    });
  });

  it('bounds the message', () => {
    const { text } = triageInput(step, { text: 'x'.repeat(30_000), from: 'a' }, 'user').message;
    expect([
      text.length < 24_100,
      text.endsWith('[6000 of 30000 characters of the message are left out.]'),
    ]).toEqual([true, true]);
  });
});

describe('the question to a person in place of a triage', () => {
  it('names the choices, what was proposed and where a yes leads', () => {
    const question = triageQuestion(step, { choice: 'errand', confidence: 0.599 });
    expect(question).toContain('- information: It tells something');
    expect(question).toContain(
      'Proposed is "errand", 59 % sure; a person decides below 60 %. A yes takes it, and goes on with the step "do"; a no ends the task.',
    );
    expect(triageQuestion(step, { choice: 'noise', confidence: 0 })).toContain(
      'goes on to the end, as nothing is to be done',
    );
    expect(triageQuestion(step, null)).toContain('A yes asks again; a no ends the task.');
  });
});
