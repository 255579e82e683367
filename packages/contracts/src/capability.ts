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

const argumentSchema = z.string().max(4_096);
/** The name of an environment variable, never its value: a SKILL.md is read by others. */
const variableSchema = z.string().regex(/^[A-Z_][A-Z0-9_]{0,63}$/i, 'the name of an environment variable');

/** Where a capability's own server is: a program on this machine, or an address. */
const capabilityServerSchema = z.union([
  z.strictObject({
    command: z.string().trim().min(1).max(4_096),
    args: z.array(argumentSchema).max(64).default([]),
    /** Names of the variables that it gets; their values come from the operator. */
    env: z.array(variableSchema).max(32).default([]),
  }),
  z.strictObject({
    url: z
      .url({ protocol: /^https?$/, error: 'expected an http:// or https:// address' })
      .max(2_048)
      .refine(
        isPlainAddress,
        'expected an address without user, password and fragment, https:// beyond this machine',
      ),
  }),
]);
export type CapabilityServer = z.infer<typeof capabilityServerSchema>;

/** What is sent to an address beyond this machine is not to be read on the way, and its user is not to stand in a file. */
function isPlainAddress(text: string): boolean {
  const { hash, hostname, password, protocol, username } = new URL(text);
  const isHere = hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
  return username === '' && password === '' && hash === '' && (protocol === 'https:' || isHere);
}

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
  /** A server of its own. It is started only once a person allowed exactly this text. */
  server: capabilityServerSchema.optional(),
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
