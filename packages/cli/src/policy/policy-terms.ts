import { policyNameSchema } from '@salience/contracts';
import { usageError } from '@salience/supervisor/home';

const versionMax = 2_147_483_647;

/** The path of a policy, or of something below it. Throws `cli.usage` for what is no name of one. */
export function policyPath(name: string, below = ''): string {
  const parsed = policyNameSchema.safeParse(name);
  if (parsed.success) return `/policies/${encodeURIComponent(parsed.data)}${below}`;
  throw usageError(
    `Expected the name of a policy, such as fleet, got "${name}". "./salience policy list" shows them.`,
  );
}

/** The version that a text says. Throws `cli.usage`. */
export function versionOf(text: string): number {
  const version = Number(text);
  if (/^[0-9]+$/.test(text) && version >= 1 && version <= versionMax) return version;
  throw usageError(`Expected a version as a whole number from 1, got "${text}".`);
}

/** The weights of several `name=value`; undefined of none. Throws `cli.usage` for what is none. */
export function weightsOf(texts: readonly string[]): Record<string, number> | undefined {
  if (texts.length === 0) return undefined;
  return Object.fromEntries(
    texts.map((text) => {
      const [, name, value = ''] = /^([a-z0-9_.]{1,100})=([0-9.]+)$/.exec(text) ?? [];
      if (name === undefined || !Number.isFinite(Number(value)))
        throw usageError(`Expected --weight as <name>=<number>, such as clarify.base=0.3, got "${text}".`);
      return [name, Number(value)];
    }),
  );
}

/** The number that an option says, whole, from 1 to `most`. Throws `cli.usage`. */
export function wholeOf(option: string, text: string, most: number): number {
  const count = Number(text);
  if (/^[0-9]+$/.test(text) && count >= 1 && count <= most) return count;
  throw usageError(`Expected ${option} as a whole number from 1 to ${most}, got "${text}".`);
}
