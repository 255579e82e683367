import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mayBeOf, toolName } from './tool-names.ts';

describe('the name of a tool', () => {
  it('is readable where it can be', () => {
    expect(toolName('github', 'create_issue')).toBe('github__create_issue');
    expect(toolName('web search', 'find')).toMatch(/^web_search__find_[0-9a-f]{8}$/);
  });

  it('is one that every provider takes, whatever the two names are', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1, maxLength: 64 }),
        fc.string({ maxLength: 300, unit: 'grapheme' }),
        (server, tool) => {
          expect(toolName(server, tool)).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
          expect(mayBeOf(server, toolName(server, tool))).toBe(true);
        },
      ),
    );
  });

  it('belongs to one tool of one server', () => {
    const part = fc.string({ minLength: 1, maxLength: 6, unit: fc.constantFrom('a', '_', '.', 'é') });
    fc.assert(
      fc.property(part, part, part, part, (server, tool, otherServer, otherTool) => {
        fc.pre(server !== otherServer || tool !== otherTool);
        expect(toolName(server, tool)).not.toBe(toolName(otherServer, otherTool));
      }),
      { numRuns: 2_000 },
    );
    expect(toolName('a'.repeat(64), 'one')).not.toBe(toolName('a'.repeat(64), 'two'));
  });
});
