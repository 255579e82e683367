import { z } from 'zod';
import { consequenceTierSchema } from './acting.ts';

const nameSchema = z
  .string()
  .regex(/^[a-z0-9][a-z0-9_.-]{0,63}$/i, 'a name of letters, digits, `_`, `.` and `-`, up to 64');
const reasonSchema = z.string().trim().min(1).max(200);

/** A pattern that blocks or asks; an entry that is a bare text is refused. */
const dangerPatternSchema = z.strictObject({
  pattern: z.string().min(1).max(200),
  level: z.enum(['confirm', 'block']),
  reason: reasonSchema,
});

/** A pattern that asks. */
const confirmPatternSchema = z.strictObject({ pattern: z.string().min(1).max(200), reason: reasonSchema });

/** A tool by name, or with what the gate must know of it. */
const capabilityToolSchema = z.union([
  nameSchema,
  z.strictObject({
    name: nameSchema,
    tier: consequenceTierSchema.optional(),
    /** Arguments that are shell commands. */
    command_arguments: z.array(z.string().min(1).max(64)).max(16).default([]),
  }),
]);

/**
 * The front matter of a SKILL.md. Strict: a name nobody knows is an error, so that a mistyped `danger_patterns` cannot
 * silently protect nothing.
 */
export const capabilityFrontMatterSchema = z.strictObject({
  name: nameSchema,
  description: z.string().trim().min(1).max(1_024),
  triggers: z.array(z.string().trim().min(1).max(200)).max(64).default([]),
  tools: z.array(capabilityToolSchema).max(64).default([]),
  danger_patterns: z.array(dangerPatternSchema).max(64).default([]),
  confirm_patterns: z.array(confirmPatternSchema).max(64).default([]),
  version: z.union([z.string(), z.number()]).optional(),
  author: z.string().optional(),
  license: z.string().optional(),
  compatibility: z.string().optional(),
  requires: z.unknown().optional(),
  packages: z.unknown().optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
  'allowed-tools': z.unknown().optional(),
});
export type CapabilityFrontMatter = z.infer<typeof capabilityFrontMatterSchema>;
