import { policyNameSchema } from '@salience/contracts';
import { usageError } from '@salience/supervisor/home';
import { versionOf } from '../policy/policy-terms.ts';

/** A policy as an option names it. */
export interface NamedPolicy {
  readonly name: string | undefined;
  readonly version: number | undefined;
}

/** `7`, `fleet` or `fleet@7`. Throws `cli.usage` for anything else. */
export function readPolicy(text: string): NamedPolicy {
  if (/^[0-9]+$/.test(text)) return { name: undefined, version: versionOf(text) };
  const [, name = '', version] = /^([^@]*)(?:@(.*))?$/s.exec(text) ?? [];
  if (policyNameSchema.safeParse(name).success)
    return { name, version: version === undefined ? undefined : versionOf(version) };
  throw usageError(
    `Expected --policy as a version, a name or both, such as 7, fleet or fleet@7, got "${text}".`,
  );
}
