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
  files: readonly { readonly path: string; readonly content: string; readonly vouched: boolean }[],
): Capabilities {
  const capabilities: Capability[] = [];
  const skills: SkillItem[] = [];
  const problems: string[] = [];
  for (const { path, content, vouched } of files.filter((file) => skillFile.test(file.path))) {
    try {
      const capability = parseCapability(
        path,
        content,
        (yaml) => parse(yaml, { maxAliasCount: 10 }) as unknown,
      );
      capabilities.push(vouched ? capability : { ...capability, patterns: wordless(capability) });
      skills.push(skillOf(capability, vouched));
    } catch (error) {
      problems.push(messageOf(error));
    }
  }
  return { capabilities, skills, problems };
}

/** A skill stands in every prompt, so nobody's words but its name do where nobody read and vouched for them (law 10). */
function skillOf({ body, description, name, triggers }: Capability, vouched: boolean): SkillItem {
  return vouched
    ? { name, description, triggers, body, trust: 'owner' }
    : { name, description: '', triggers: [], body: '', trust: 'owner' };
}

/** Its patterns hold whoever wrote them; why they do is told in words of ours. */
function wordless({ name, patterns }: Capability): Capability['patterns'] {
  return patterns.map((pattern) => ({ ...pattern, reason: `a pattern of the skill ${name}` }));
}
