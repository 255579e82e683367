import type { ConsequenceTier } from '@salience/contracts';
import { SalienceError } from '@salience/errors';
import type { GatedTool } from '@salience/safety';

/** A tool as the loop knows it: what a planner is offered and what the rules need. */
export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  /** JSON schema of the arguments. */
  readonly inputSchema: object;
  readonly tier: ConsequenceTier;
  readonly cost: number;
  /** Running twice under one idempotency key has the effect once. */
  readonly idempotent: boolean;
  readonly timeoutMs: number;
  readonly gated: GatedTool;
  /** True for a tool of somebody else's: what it is sent leaves this house. */
  readonly external: boolean;
  /** True where its results hold private data: what the agent remembers, or what the operator marked as such. */
  readonly private: boolean;
  /** What its server says of it, where a model may be shown less. */
  readonly said?: { readonly description?: string | undefined; readonly inputSchema: object };
  /** What its server says of it, as it came. */
  readonly hints?: Readonly<Record<string, boolean>>;
  /**
   * Names of the arguments that its record is kept per: leave that was earned for one value holds for no other. None of them: one
   * record for the tool. Unset: what `kindOfCall` takes for whom or what a call reaches.
   */
  readonly askPer?: readonly string[];
  /** JSON schema that its results promise to fit, where it promises one. */
  readonly outputSchema?: object;
}

/** What checks arguments and gives them typed. Every zod schema is one; a pure package holds no zod of its own. */
export interface ArgumentsSchema<Arguments> {
  safeParse(
    value: unknown,
  ):
    | { readonly success: true; readonly data: Arguments }
    | { readonly success: false; readonly error: { readonly issues: readonly ArgumentsIssue[] } };
}

/** One thing wrong with arguments. */
export interface ArgumentsIssue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** What a skill promises. It runs only with arguments that its schema has passed. */
export interface SkillSpec<Arguments = unknown> {
  /** Lower case letters, digits, `_` and `-`; what the planner calls it. */
  readonly name: string;
  readonly description: string;
  readonly schema: ArgumentsSchema<Arguments>;
  readonly tier: ConsequenceTier;
  readonly cost: number;
  readonly idempotent: boolean;
  readonly timeoutMs: number;
  /** True where it tells what the agent remembers. */
  readonly private: boolean;
}

/** Skills by name, closed against double names; read only once made. */
export interface SkillRegistry<Spec extends SkillSpec = SkillSpec> {
  /** In order of registration, so that a planner's list of tools is byte-stable. */
  readonly specs: readonly Spec[];
  readonly names: readonly string[];
  find(name: string): Spec | undefined;
}

const skillName = /^[a-z][a-z0-9_-]{0,63}$/;

/**
 * A registry of skills; a skill without its service is simply not passed. Throws `act.skill_name` for a name that no provider
 * accepts, `act.skill_twice` for a double one and `act.skill_contract` for a cost or time that is not positive.
 */
export function createRegistry<Spec extends SkillSpec>(specs: readonly Spec[]): SkillRegistry<Spec> {
  const byName = new Map<string, Spec>();
  for (const spec of specs) {
    checkSpec(spec);
    if (byName.has(spec.name)) {
      throw new SalienceError(
        'act.skill_twice',
        `Expected every skill once, got "${spec.name}" twice. Rename one of the two.`,
        { kind: 'bug', data: { name: spec.name } },
      );
    }
    byName.set(spec.name, spec);
  }
  return { specs: [...specs], names: [...byName.keys()], find: (name) => byName.get(name) };
}

function checkSpec(spec: SkillSpec): void {
  if (!skillName.test(spec.name)) {
    throw new SalienceError(
      'act.skill_name',
      `Expected a skill's name of lower case letters, digits, _ and -, got "${spec.name}". Rename it.`,
      { kind: 'bug', data: { name: spec.name } },
    );
  }
  if (!(spec.cost > 0 && spec.timeoutMs > 0 && Number.isFinite(spec.cost + spec.timeoutMs))) {
    throw new SalienceError(
      'act.skill_contract',
      `Expected a cost and a time above 0 for "${spec.name}", got ${spec.cost} and ${spec.timeoutMs}.`,
      { kind: 'bug', data: { name: spec.name } },
    );
  }
}

/** Arguments that passed, or one sentence for the model about all that is wrong with them. */
export function checkArguments<Arguments>(
  spec: SkillSpec<Arguments>,
  args: unknown,
): { readonly ok: true; readonly arguments: Arguments } | { readonly ok: false; readonly problem: string } {
  const parsed = spec.schema.safeParse(args);
  if (parsed.success) return { ok: true, arguments: parsed.data };
  const issues = parsed.error.issues.slice(0, 5).map(({ path, message }) => {
    const where = path.map(String).join('.');
    return where === '' ? message : `${where}: ${message}`;
  });
  return { ok: false, problem: `Arguments of ${spec.name} were not accepted: ${issues.join('; ')}` };
}
