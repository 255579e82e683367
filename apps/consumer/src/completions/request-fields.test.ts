import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ignoredFields, requestFields } from './request-fields.ts';

const docs = readFileSync(join(import.meta.dirname, '../../../../docs/api.md'), 'utf8');

describe('the fields of a completions request', () => {
  it('are those that the official client knows', () => {
    const client = dirname(createRequire(import.meta.url).resolve('openai'));
    const types = readFileSync(join(client, 'resources/chat/completions/completions.d.ts'), 'utf8');
    const [, params = ''] = /interface ChatCompletionCreateParamsBase \{([^]*?)^\}/m.exec(types) ?? [];
    const known = [...params.matchAll(/^ {4}(\w+)\??:/gm)].map(([, name = '']) => name);
    expect(known.length).toBeGreaterThan(30);
    expect(new Set(Object.keys(requestFields))).toEqual(new Set(known));
  });

  it('are in docs/api.md with what becomes of them', () => {
    const told = [...docs.matchAll(/^\| `(\w+)` \| (honoured|ignored|refused) \|$/gm)];
    const table = Object.fromEntries(told.map(([, name = '', fate]) => [name, fate]));
    expect(table).toEqual(
      Object.fromEntries(Object.entries(requestFields).map(([name, { fate }]) => [name, fate])),
    );
  });

  it('that ask for nothing are accepted, and those nobody knows are ignored', () => {
    const nothing = {
      tools: [],
      functions: [],
      tool_choice: 'none',
      function_call: 'auto',
      response_format: { type: 'text' },
      modalities: ['text'],
      logprobs: false,
      top_logprobs: 0,
      stop: [],
      audio: null,
    };
    const named = Object.keys(nothing).filter((name) => name !== 'audio');
    expect(ignoredFields({ ...nothing, messages: [], brand_new: 1, constructor: 1 })).toEqual(
      [...named, 'brand_new', 'constructor'].toSorted(),
    );
  });

  it.each(Object.keys(requestFields).filter((name) => requestFields[name]?.fate === 'refused'))(
    'that ask for another form are refused by name: %s',
    (name) => {
      const asking = {
        logprobs: true,
        tools: [{}],
        functions: [{}],
        modalities: ['audio'],
        stop: 'x',
        top_logprobs: 3,
      };
      const value = name in asking ? asking[name as keyof typeof asking] : {};
      expect(() => ignoredFields({ [name]: value })).toThrow(
        expect.objectContaining({ code: 'completions.not-honoured' }),
      );
    },
  );
});
