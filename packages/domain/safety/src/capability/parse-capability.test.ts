import { describe, expect, it } from 'vitest';
import { judgeCall } from '../judge-call.ts';
import { gatedTools, parseCapability } from './parse-capability.ts';

const front = {
  name: 'deploys',
  description: 'Puts a version live',
  triggers: ['deploy'],
  tools: ['status', { name: 'run', tier: 'act', command_arguments: ['command'] }],
  danger_patterns: [{ pattern: 'prod', level: 'block', reason: 'production' }],
  confirm_patterns: [{ pattern: 'staging', reason: 'others see it' }],
};

/** Front matter as JSON, which is YAML. */
const read = (value: unknown, body = 'Do it well.') =>
  parseCapability(
    'skills/deploys/SKILL.md',
    `---\n${JSON.stringify(value)}\n---\n${body}\n`,
    (yaml) => JSON.parse(yaml) as unknown,
  );

const invalid = expect.objectContaining({
  code: 'safety.capability_invalid',
  message: expect.stringContaining('skills/deploys/SKILL.md') as string,
});

describe('parseCapability', () => {
  it('reads what it adds, and holds its patterns for its own tools', () => {
    const capability = read(front);
    expect(capability).toMatchObject({ name: 'deploys', triggers: ['deploy'], body: 'Do it well.' });
    const [status, run] = gatedTools(capability);
    expect(status && judgeCall(status, { where: 'PROD' }).level).toBe('block');
    expect(status && judgeCall(status, { where: 'staging' }).level).toBe('confirm');
    expect(run && judgeCall(run, { command: 'rm -rf /' }).level).toBe('block');
  });

  it.each([
    ['a text where an object is expected', { ...front, danger_patterns: ['rm -rf'] }],
    ['a mistyped name', { ...front, danger_pattern: front.danger_patterns }],
    [
      'a level that nobody knows',
      { ...front, danger_patterns: [{ pattern: 'a', level: 'warn', reason: 'b' }] },
    ],
    [
      'a pattern that cannot be read',
      { ...front, danger_patterns: [{ pattern: '(a', level: 'block', reason: 'b' }] },
    ],
    ['a pattern that matches everything', { ...front, confirm_patterns: [{ pattern: 'a*', reason: 'b' }] }],
    ['patterns without a tool', { ...front, tools: [] }],
    ['no name', { ...front, name: undefined }],
    ['a list', [front]],
    ['nothing', null],
  ])('threat: a broken capability gives none: %s', (_about, value) => {
    expect(() => read(value)).toThrow(invalid);
  });

  it('refuses a file without front matter, and one whose YAML is broken', () => {
    const readYaml = () => {
      throw new Error('bad indentation');
    };
    expect(() => parseCapability('skills/deploys/SKILL.md', '# Deploys', readYaml)).toThrow(invalid);
    expect(() => parseCapability('skills/deploys/SKILL.md', '---\na: [\n---\n', readYaml)).toThrow(
      /bad indentation/,
    );
  });
});
