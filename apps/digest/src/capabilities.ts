import type { SkillItem } from '@salience/context';
import { messageOf } from '@salience/errors';
import { type Capability, parseCapability } from '@salience/safety';
import { parse } from 'yaml';

/** What a workspace adds to what an agent can do. */
export interface Capabilities {
  readonly capabilities: readonly Capability[];
  /** The same as a prompt shows them. */
  readonly skills: readonly SkillItem[];
  /** One sentence for each file that is broken; its capability is left out. */
  readonly problems: readonly string[];
}

const skillFile = /^skills\/[^/]+\/SKILL\.md$/;

/** Reads every `skills/<name>/SKILL.md` of a workspace, in the order of their paths. */
export function capabilitiesOf(
  files: readonly { readonly path: string; readonly content: string }[],
): Capabilities {
  const capabilities: Capability[] = [];
  const problems: string[] = [];
  for (const { path, content } of files.filter((file) => skillFile.test(file.path))) {
    try {
      capabilities.push(
        parseCapability(path, content, (yaml) => parse(yaml, { maxAliasCount: 10 }) as unknown),
      );
    } catch (error) {
      problems.push(messageOf(error));
    }
  }
  const skills = capabilities.map(({ body, description, name, triggers }) => ({
    name,
    description,
    triggers,
    body,
    // Whoever may write a workspace set the agent up.
    trust: 'owner' as const,
  }));
  return { capabilities, skills, problems };
}
