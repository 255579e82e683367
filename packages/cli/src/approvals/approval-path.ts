import { idSchema } from '@salience/contracts';
import { usageError } from '@salience/supervisor/home';

/** The address of a request in the API. `list`: the command that shows ids. Throws `cli.usage` for what is no id of one. */
export function approvalPath(id: string, list: string): string {
  const parsed = idSchema('approval').safeParse(id);
  if (parsed.success) return `/approvals/${parsed.data}`;
  throw usageError(
    `Expected the id of a request (apr_ and 32 hex digits), got "${id}". "./salience ${list}" shows them.`,
  );
}
