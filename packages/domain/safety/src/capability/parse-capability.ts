import {
  type CapabilityFrontMatter,
  type CapabilityServer,
  capabilityFrontMatterSchema,
  type ConsequenceTier,
} from '@salience/contracts';
import { messageOf, SalienceError } from '@salience/errors';
import type { GatedTool, GatePattern } from '../judge-call.ts';
import { compilePattern } from '../patterns/compile-pattern.ts';

/** What a folder with a SKILL.md adds to an agent. */
export interface Capability {
  readonly name: string;
  readonly description: string;
  /** Words of a message that call for it. */
  readonly triggers: readonly string[];
  readonly tools: readonly {
    readonly name: string;
    readonly tier: ConsequenceTier | null;
    readonly commandArguments: readonly string[];
  }[];
  /** Hold for its own tools only. */
  readonly patterns: readonly GatePattern[];
  /** Its own server; null for none. */
  readonly server: CapabilityServer | null;
  /** The instructions below the front matter. */
  readonly body: string;
}

const fileCharsMax = 262_144;

/**
 * Reads a SKILL.md. `readYaml` turns the front matter into a value and throws on broken YAML. All or nothing: anything
 * missing, unknown, of the wrong shape, or a pattern that cannot be read throws `safety.capability_invalid` (terminal),
 * naming the file and every place that is wrong; then there is no capability.
 */
export function parseCapability(file: string, text: string, readYaml: (yaml: string) => unknown): Capability {
  if (text.length > fileCharsMax) refuse(file, [`at most ${fileCharsMax} characters, got ${text.length}`]);
  const parts = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n([\s\S]*))?$/.exec(text);
  if (parts === null) refuse(file, ['front matter between two lines of `---` at its beginning']);
  let value: unknown;
  try {
    value = readYaml(parts?.[1] ?? '');
  } catch (error) {
    refuse(file, [`valid YAML: ${messageOf(error).slice(0, 200)}`], error);
  }
  const result = capabilityFrontMatterSchema.safeParse(value);
  if (!result.success)
    refuse(
      file,
      result.error.issues.map((issue) => `${issue.path.join('.') || 'front matter'}: ${issue.message}`),
    );
  const front = result.data as CapabilityFrontMatter;
  const patterns = patternsOf(front);
  const broken = patterns.flatMap(({ pattern }) => problemOf(pattern));
  if (broken.length > 0) refuse(file, broken);
  if (patterns.length > 0 && front.tools.length === 0)
    refuse(file, ['tools: at least one, for the patterns to hold for']);
  return {
    name: front.name,
    description: front.description,
    triggers: front.triggers,
    tools: front.tools.map((tool) =>
      typeof tool === 'string'
        ? { name: tool, tier: null, commandArguments: [] }
        : { name: tool.name, tier: tool.tier ?? null, commandArguments: tool.command_arguments },
    ),
    patterns,
    server: front.server ?? null,
    body: (parts?.[2] ?? '').trim(),
  };
}

/** Its tools as the gate sees them, each with the capability's patterns and no others. */
export function gatedTools(capability: Capability): GatedTool[] {
  return capability.tools.map(({ name, commandArguments }) => ({
    name,
    commandArguments,
    patterns: capability.patterns,
    known: true,
  }));
}

function patternsOf(front: CapabilityFrontMatter): GatePattern[] {
  return [
    ...front.danger_patterns,
    ...front.confirm_patterns.map((entry) => ({ ...entry, level: 'confirm' as const })),
  ];
}

function problemOf(pattern: string): string[] {
  try {
    // What finds the empty text finds everything, and would make every other pattern pointless.
    return compilePattern(pattern).finds('')
      ? [`a pattern that does not match everything, got "${pattern.slice(0, 80)}"`]
      : [];
  } catch (error) {
    return [messageOf(error)];
  }
}

function refuse(file: string, expected: readonly string[], cause?: unknown): never {
  throw new SalienceError(
    'safety.capability_invalid',
    `Expected a capability in ${file}, got one that is broken and is left out. Expected ${expected.slice(0, 8).join('; ')}. Correct the file.`,
    { cause, data: { file } },
  );
}
