import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { definitionChanges, definitionHashOf, definitionOf } from './definition.ts';
import type { ToolSpec } from './skill-contract.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const spec: ToolSpec = {
  name: 'srv__mail',
  description: 'Sends mail.',
  inputSchema: { type: 'object', properties: { to: { type: 'string' }, body: { type: 'string' } } },
  tier: 'act',
  cost: 1,
  idempotent: false,
  timeoutMs: 1_000,
  gated: { name: 'srv__mail', commandArguments: [], patterns: [], known: true },
  external: true,
  private: false,
  hints: { readOnlyHint: false },
};
const of = (more: Partial<ToolSpec> = {}) => definitionOf({ ...spec, ...more }, sha256);

describe('the definition of a tool', () => {
  it('is the same for the same tool, however its schema is written, and whatever it costs', () => {
    const { properties, type } = spec.inputSchema as { properties: object; type: string };
    const again = of({
      inputSchema: { properties: Object.fromEntries(Object.entries(properties).toReversed()), type },
      cost: 5,
      timeoutMs: 9,
    });
    expect(again).toEqual(of());
    expect(definitionHashOf(again, sha256)).toBe(definitionHashOf(of(), sha256));
    expect(definitionChanges(of(), again)).toEqual([]);
  });

  it.each<[string, Partial<ToolSpec>, string]>([
    ['words', { description: 'Wipes the disk.' }, 'its description'],
    ['schema', { inputSchema: { type: 'object' } }, 'the arguments that it takes'],
    ['tier', { tier: 'commit' }, 'its tier (act before, commit now)'],
    ['hints', { hints: { destructiveHint: true } }, 'what its server says of it'],
    [
      'patterns',
      { gated: { ...spec.gated, patterns: [{ pattern: 'x', level: 'block', reason: 'r' }] } },
      'the rules that it is judged by',
    ],
    ['commands', { gated: { ...spec.gated, commandArguments: ['to'] } }, 'the rules that it is judged by'],
    ['idempotence', { idempotent: true }, 'the rules that it is judged by'],
    ['reading calls', { reads: { actions: ['view'], tier: 'observe' } }, 'the rules that it is judged by'],
    ['later deeds', { actsLater: { kind: 'prompt' } }, 'the rules that it is judged by'],
    ['arguments that matter', { askPer: ['to'] }, 'the rules that it is judged by'],
  ])('says that its %s changed', (_name, more, words) => {
    expect(definitionHashOf(of(more), sha256)).not.toBe(definitionHashOf(of(), sha256));
    expect(definitionChanges(of(), of(more))).toEqual([words]);
  });

  it('of a request that has none is told in full', () => {
    expect(definitionChanges({}, of())).toHaveLength(5);
  });
});
