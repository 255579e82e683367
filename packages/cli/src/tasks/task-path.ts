import { idSchema } from '@salience/contracts';
import { usageError } from '@salience/supervisor/home';

/** The address of a task in the API. Throws `cli.usage` for what is no id of one. */
export function taskPath(id: string): string {
  const parsed = idSchema('task').safeParse(id);
  if (parsed.success) return `/tasks/${parsed.data}`;
  throw usageError(
    `Expected the id of a task (tsk_ and 32 hex digits), got "${id}". "./salience tasks list --all" shows them.`,
  );
}
