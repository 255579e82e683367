import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { agentIdentity, type PromptName } from '@salience/context';
import { messageOf } from '@salience/errors';
import { usageError } from '@salience/supervisor/home';

/**
 * The instructions in a folder: `respond.md`, `clarify.md`, … as an agent's workspace has them in `prompts/`. Throws `cli.usage` for a folder that
 * cannot be read or has none, and `context.prompt-invalid` for a file that is not the prompt of anything.
 */
export function readPrompts(folder: string): Partial<Record<PromptName, string>> {
  const files = namesIn(folder).map((name) => ({
    path: `prompts/${name}`,
    text: readFileSync(join(folder, name), 'utf8'),
  }));
  if (files.length === 0)
    throw usageError(
      `Expected instructions as respond.md, clarify.md, … in ${folder}; there is no .md file in it.`,
    );
  return { ...agentIdentity({ name: '', persona: '', files }).prompts };
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.md'));
  } catch (error) {
    throw usageError(`The folder of --prompts cannot be read: ${messageOf(error)}`);
  }
}
