import { SalienceError } from '@salience/errors';
import { type AgentIdentity, type PromptName, promptNames, type WorkspaceFile } from './prompt.ts';
import { shippedPrompts } from './templates/shipped-prompts.ts';

/** Where an agent's own instructions are in its workspace. */
const folder = 'prompts/';
/** Capabilities are files of a workspace too; they enter a prompt as skills, not as part of who the agent is. */
const skillFolder = 'skills/';
const bytesMax = 16 * 1024;

/** The path of a prompt in a workspace: `prompts/respond.md`. */
function promptPath(name: PromptName): string {
  return `${folder}${name.toLowerCase()}.md`;
}

/** The shipped instructions as files of a workspace, to be edited. */
export function shippedPromptFiles(): WorkspaceFile[] {
  return promptNames.map((name) => ({ path: promptPath(name), text: `${shippedPrompts[name]}\n` }));
}

/** True for a file that says what ships anyway, whatever its line ends. */
export function isShippedPrompt(file: WorkspaceFile): boolean {
  return promptNames.some(
    (name) => promptPath(name) === file.path && normalised(file.text) === shippedPrompts[name],
  );
}

/**
 * Sorts a workspace into what the agent is and how it is instructed. Throws `context.prompt-invalid` for a file in
 * `prompts/` that is not the prompt of anything, is empty, or has more than 16 KB.
 */
export function agentIdentity(agent: {
  readonly name: string;
  readonly persona: string;
  readonly files: readonly WorkspaceFile[];
}): AgentIdentity {
  const prompts: Partial<Record<PromptName, string>> = {};
  for (const file of agent.files) {
    if (file.path.startsWith(folder)) prompts[promptNameOf(file)] = normalised(file.text);
  }
  const files = agent.files.filter(({ path }) => !path.startsWith(folder) && !path.startsWith(skillFolder));
  return { name: agent.name, persona: agent.persona, files, prompts };
}

function promptNameOf(file: WorkspaceFile): PromptName {
  const name = promptNames.find((one) => promptPath(one) === file.path);
  if (name === undefined) {
    const ignore =
      file.path === `${folder}ignore.md` ? ' A message that is ignored is sent to no model.' : '';
    throw invalid(
      file.path,
      `There is no such prompt.${ignore} Expected one of ${promptNames.map(promptPath).join(', ')}`,
    );
  }
  if (normalised(file.text) === '')
    throw invalid(file.path, 'It is empty. Write instructions, or remove the file to use the shipped ones');
  const bytes = new TextEncoder().encode(file.text).length;
  if (bytes > bytesMax)
    throw invalid(file.path, `It has ${bytes} bytes, and at most ${bytesMax} are taken. Shorten it`);
  return name;
}

function normalised(text: string): string {
  return text.replace(/\r\n?/g, '\n').trim();
}

function invalid(path: string, problem: string): SalienceError {
  return new SalienceError('context.prompt-invalid', `${path} cannot be used. ${problem}.`);
}
