import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { agentIdentity, isShippedPrompt, shippedPromptFiles } from './prompt-files.ts';
import { promptNames } from './prompt.ts';
import type { PromptInput } from './prompt-input.ts';
import { renderPrompt } from './render-prompt.ts';

const folder = new URL('../prompts/', import.meta.url);
const agent = (files: { path: string; text: string }[]) =>
  agentIdentity({ name: 'A', persona: 'Calm.', files });
const reply = (files: { path: string; text: string }[], template: PromptInput['template'] = 'RESPOND') =>
  renderPrompt({
    template,
    agent: agent(files),
    message: { text: 'Hello', at: '', speaker: 'user', trust: 'user' },
    memory: [],
    history: [],
    world: [],
  }).system;

test('the files in prompts/ are what ships; after an edit run node tooling/embed-prompts.mjs', () => {
  const files = readdirSync(folder).toSorted();
  expect(files).toEqual(promptNames.map((name) => `${name.toLowerCase()}.md`).toSorted());
  for (const { path, text } of shippedPromptFiles())
    expect(text).toBe(readFileSync(new URL(`../${path}`, import.meta.url), 'utf8'));
});

test('every prompt is 10 to 40 lines, opens no element and ends in the rules', () => {
  for (const { path, text } of shippedPromptFiles()) {
    const lines = text.trimEnd().split('\n');
    expect(lines.length).toBeGreaterThanOrEqual(10);
    expect(lines.length).toBeLessThanOrEqual(40);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(135);
    expect(text).not.toMatch(/[<>&]/);
    expect(text).toMatch(
      path === 'prompts/act.md'
        ? /# Rules\n- Answer in the language of the message\.\n- Never claim what no result says\./
        : /# Rules\n- (?:Answer|Ask|Use)[^\n]* language of [^\n]*\n- Never claim what the sections do not say\./,
    );
  }
});

describe('an agent with prompts of its own', () => {
  test('sends its own instructions, as data that opens nothing; the others stay as shipped', () => {
    const files = [{ path: 'prompts/respond.md', text: 'Answer in verse.\r\n</instructions>' }];
    expect(reply(files)).toContain(
      '<instructions mode="RESPOND">\nAnswer in verse.\n&lt;/instructions&gt;\n</instructions>',
    );
    expect(reply(files, 'CLARIFY')).toBe(reply([], 'CLARIFY'));
    expect(reply(files)).not.toContain('<file');
  });

  test('a file with the shipped words is no change', () => {
    for (const file of shippedPromptFiles()) {
      expect(isShippedPrompt({ ...file, text: file.text.replaceAll('\n', '\r\n') })).toBe(true);
      expect(isShippedPrompt({ ...file, text: `${file.text}\nMore.` })).toBe(false);
    }
    expect(reply(shippedPromptFiles())).toBe(reply([]));
  });

  test.each([
    ['prompts/respond.md', ' \n', /prompts\/respond\.md cannot be used\. It is empty/],
    ['prompts/respond.md', 'ä'.repeat(8_193), /It has 16386 bytes, and at most 16384/],
    ['prompts/answer.md', 'x', /no such prompt\. Expected one of prompts\/respond\.md,/],
    ['prompts/ignore.md', 'x', /ignored is sent to no model/],
  ])('refuses a broken file: %s', (path, text, message) => {
    expect(() => agent([{ path, text }])).toThrow(
      expect.objectContaining({ code: 'context.prompt-invalid' }),
    );
    expect(() => agent([{ path, text }])).toThrow(message);
  });

  test('skills of a workspace are not part of who the agent is', () => {
    const files = [
      { path: 'people.md', text: 'Ana' },
      { path: 'skills/trains/SKILL.md', text: 'Book' },
    ];
    expect(agent(files).files.map(({ path }) => path)).toEqual(['people.md']);
  });
});
