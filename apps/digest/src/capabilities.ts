import type { SkillItem } from '@salience/context';
import type { CapabilityServer } from '@salience/contracts';
import { messageOf } from '@salience/errors';
import { type Capability, parseCapability } from '@salience/safety';
import { parse } from 'yaml';

/** The capabilities that a workspace adds to an agent. */
export interface Capabilities {
  readonly capabilities: readonly Capability[];
  /** The same as a prompt shows them. */
  readonly skills: readonly SkillItem[];
  /** Servers of their own that a person allowed. */
  readonly servers: readonly AllowedServer[];
  /** One sentence for each broken file; its capability is left out. */
  readonly problems: readonly string[];
}

/** A server that a person allowed: exactly this definition, in a file of exactly this text. */
export interface AllowedServer {
  /** The name of its capability; its tools are called `name__tool`. */
  readonly name: string;
  readonly definition: CapabilityServer;
}

const skillFile = /^skills\/[^/]+\/SKILL\.md$/;

/** Reads every `skills/<name>/SKILL.md` of a workspace, in the order of their paths. */
export function capabilitiesOf(
  files: readonly {
    readonly path: string;
    readonly content: string;
    readonly vouched: boolean;
    readonly allowed?: boolean;
  }[],
): Capabilities {
  const capabilities: Capability[] = [];
  const skills: SkillItem[] = [];
  const servers: AllowedServer[] = [];
  const problems: string[] = [];
  for (const { allowed, path, content, vouched } of files.filter((file) => skillFile.test(file.path))) {
    try {
      const capability = parseCapability(
        path,
        content,
        (yaml) => parse(yaml, { maxAliasCount: 10 }) as unknown,
      );
      capabilities.push(vouched ? capability : { ...capability, patterns: wordless(capability) });
      skills.push(skillOf(capability, vouched));
      const { name, server } = capability;
      if (server !== null && allowed === true && !servers.some((one) => one.name === name))
        servers.push({ name, definition: server });
    } catch (error) {
      problems.push(messageOf(error));
    }
  }
  return { capabilities, skills, servers, problems };
}

/** A skill appears in every prompt, so an unreviewed skill shows only its name (law 10). */
function skillOf({ body, description, name, triggers }: Capability, vouched: boolean): SkillItem {
  return vouched
    ? { name, description, triggers, body, trust: 'owner' }
    : { name, description: '', triggers: [], body: '', trust: 'owner' };
}

/** Its patterns apply whether reviewed or not; the reason shown is our own text. */
function wordless({ name, patterns }: Capability): Capability['patterns'] {
  return patterns.map((pattern) => ({ ...pattern, reason: `a pattern of the skill ${name}` }));
}
