import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { checkArguments, createRegistry, type SkillSpec } from './skill-contract.ts';

const schema = z.object({ query: z.string().min(1), limit: z.number().int().default(3) });
const skill = (name: string, rest: Partial<SkillSpec> = {}): SkillSpec<z.infer<typeof schema>> => ({
  name,
  description: 'Looks things up.',
  schema,
  tier: 'observe',
  cost: 1,
  idempotent: true,
  private: false,
  timeoutMs: 10_000,
  ...(rest as object),
});

describe('a registry of skills', () => {
  it('holds what it is given, in order, and later ones enter beside', () => {
    const registry = createRegistry([skill('recall'), skill('focus')]);
    expect(registry.names).toEqual(['recall', 'focus']);
    expect(registry.find('focus')?.name).toBe('focus');
    expect(registry.find('associate')).toBeUndefined();
    expect(createRegistry([...registry.specs, skill('associate')]).names).toEqual([
      'recall',
      'focus',
      'associate',
    ]);
  });

  it.each([
    ['a double name', [skill('a'), skill('a')], 'twice'],
    ['a name no provider accepts', [skill('Do it!')], 'lower case'],
    ['a free skill', [skill('a', { cost: 0 })], 'above 0'],
    ['a skill without time', [skill('a', { timeoutMs: Number.NaN })], 'above 0'],
  ])('refuses %s', (_what, specs, message) => {
    expect(() => createRegistry(specs)).toThrow(message);
  });

  it('passes arguments typed, or says in one sentence what is wrong', () => {
    expect(checkArguments(skill('recall'), { query: 'cat' })).toEqual({
      ok: true,
      arguments: { query: 'cat', limit: 3 },
    });
    const bad = checkArguments(skill('recall'), { query: '', limit: 'many' });
    expect(bad).toMatchObject({ ok: false });
    expect(bad.ok ? '' : bad.problem).toMatch(/recall.*query: .*; limit: /);
    expect(checkArguments(skill('recall'), null).ok).toBe(false);
  });
});
