import type { ConsequenceTier } from '@salience/contracts';
import { SalienceError } from '@salience/errors';
import type { GatedTool } from '@salience/safety';

/** A tool for the loop: what a planner is offered and what the rules need. */
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
  /** True for an external tool: its arguments leave this installation. */
  readonly external: boolean;
  /** True if its results are private: memories, or marked by the operator. */
  readonly private: boolean;
  /** Its server's annotations, of which models may be shown less. */
  readonly said?: { readonly description?: string | undefined; readonly inputSchema: object };
  /** What its server says of it, as it came. */
  readonly hints?: Readonly<Record<string, boolean>>;
  /**
   * Names of the arguments that its record is kept per: leave that was earned for one value holds for no other. None of them: one
   * record for the tool. Unset: what `kindOfCall` takes for whom or what a call reaches.
   */
  readonly askPer?: readonly string[];
  /** JSON schema of its results, if it declares one. */
  readonly outputSchema?: object;
  /** Calls with one of these values of the argument `action` only read, and have this tier; all others have the tool's own. */
  readonly reads?: { readonly actions: readonly string[]; readonly tier: ConsequenceTier };
  /** A call with all of these arguments has the agent act later, by itself, on words of the call. */
  readonly actsLater?: Readonly<Record<string, string>>;
}

/** Checks and types arguments. Every zod schema is one; a pure package has no zod of its own. */
export interface ArgumentsSchema<Arguments> {
  safeParse(
    value: unknown,
  ):
    | { readonly success: true; readonly data: Arguments }
    | { readonly success: false; readonly error: { readonly issues: readonly ArgumentsIssue[] } };
}

/** One problem of arguments. */
export interface ArgumentsIssue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** The contract of a skill. It runs only with arguments that its schema accepts. */
export interface SkillSpec<Arguments = unknown> {
  /** Lower case letters, digits, `_` and `-`; the planner's name for it. */
  readonly name: string;
  readonly description: string;
  readonly schema: ArgumentsSchema<Arguments>;
  readonly tier: ConsequenceTier;
  readonly cost: number;
  readonly idempotent: boolean;
  readonly timeoutMs: number;
  /** True if it reports memories. */
  readonly private: boolean;
  /** Values of its argument `action` that only read: such a call is ruled as `observe`, any other by the skill's tier. */
  readonly reads?: readonly string[];
  /** A call with all of these arguments has the agent act later: it is asked for where its words are not the person's own. */
  readonly actsLater?: Readonly<Record<string, string>>;
}

/** Skills by unique name; read-only. */
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

/** Valid arguments, or one sentence for the model with all problems. */
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
