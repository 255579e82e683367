import { describe, expect, it } from 'vitest';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { planChoice, planOfSteps } from './plan-choice.ts';

async function file(text: string): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), 'salience-plan-')), 'plan.json');
  await writeFile(path, text);
  return path;
}

describe('planChoice', () => {
  it('takes the built-in one by its name, whatever file is called so', async () => {
    expect(await planChoice('mail')).toBe('mail');
  });

  it('reads a plan, with what is left out', async () => {
    const path = await file('{"steps": [{"kind": "person", "name": "ask", "text": "Shall I?"}]}');
    expect(await planChoice(path)).toEqual({
      steps: [{ kind: 'person', name: 'ask', text: 'Shall I?' }],
      turns_max: 16,
      hours_max: 72,
    });
  });

  it('names what is wrong, and where', async () => {
    await expect(planChoice(await file('{'))).rejects.toMatchObject({ code: 'cli.usage' });
    await expect(planChoice(await file('{"steps": []}'))).rejects.toMatchObject({ code: 'cli.usage' });
    const misspelt = '{"steps": [{"kind": "agent", "name": "a", "text": "x", "than": "b"}]}';
    await expect(planChoice(await file(misspelt))).rejects.toMatchObject({
      message: expect.stringMatching(/steps\.0: .*than/),
    });
  });

  it('says which file cannot be read', async () => {
    await expect(planChoice('/nonexistent/plan.json')).rejects.toMatchObject({
      code: 'cli.file-unreadable',
      message: expect.stringContaining('/nonexistent/plan.json'),
    });
  });
});

describe('planOfSteps', () => {
  it('makes a step of each text, in order', () => {
    expect(planOfSteps(['Look.', 'Write.'])).toMatchObject({
      steps: [
        { kind: 'agent', name: 'step-1', text: 'Look.' },
        { kind: 'agent', name: 'step-2', text: 'Write.' },
      ],
    });
  });

  it.each([
    [[]],
    [['one']],
    [Array.from({ length: 9 }, () => 'x')],
    [['a', ' ']],
    [['a', 'x'.repeat(1_001)]],
  ])('refuses %j', (texts) => {
    expect(() => planOfSteps(texts)).toThrow(/Expected 2 to 8 times --step/);
  });
});
