import { gateLevels } from '@salience/contracts';
import { isSalienceError } from '@salience/errors';
import { type GateJudgement, judgeCommand } from './judge-command.ts';
import { compilePattern, type Pattern } from './patterns/compile-pattern.ts';

/** A pattern that a capability declares for its own tools. */
export interface GatePattern {
  /** See {@link compilePattern}. */
  readonly pattern: string;
  readonly level: 'confirm' | 'block';
  readonly reason: string;
}

/** What the gate knows of a tool. */
export interface GatedTool {
  readonly name: string;
  /** Names of arguments that are shell commands: a text, or a list of texts (program and arguments). */
  readonly commandArguments: readonly string[];
  /** They see this tool's arguments only, never another's. */
  readonly patterns: readonly GatePattern[];
  /** A known tool without patterns and commands is safe; an unknown one is asked for. */
  readonly known: boolean;
}

const unknownTool = 'unknown tool: ';

/** True for the reason that nobody vouches for the tool. */
export function saysUnknown(reason: string): boolean {
  return reason.startsWith(unknownTool);
}

const leavesMax = 2_000;
const charsMax = 262_144;
const depthMax = 16;
const reasonChars = 200;

const compiled = new WeakMap<GatePattern, Pattern | 'broken'>();

/**
 * Says what a call may do: the gravest of what its patterns, its commands and its tool say. Reasons name the rule and the
 * place. Fails closed: arguments too many or too deep to be looked through, a command that is no text, and a pattern that
 * cannot be read raise the level.
 */
export function judgeCall(tool: GatedTool, args: Readonly<Record<string, unknown>>): GateJudgement {
  const found: GateJudgement[] = [];
  if (!tool.known) found.push({ level: 'confirm', reasons: [`${unknownTool}${tool.name.slice(0, 80)}`] });
  for (const name of tool.commandArguments) found.push(judgeArgument(name, args[name]));
  const leaves = leavesOf(args);
  if (leaves === null)
    found.push({ level: 'confirm', reasons: ['arguments too large to be looked through'] });
  for (const pattern of tool.patterns) {
    const place = placeFound(pattern, leaves ?? []);
    if (place !== null)
      found.push({ level: pattern.level, reasons: [`${pattern.reason}: ${place}`.slice(0, reasonChars)] });
  }
  const level = gateLevels.findLast((one) => found.some((judgement) => judgement.level === one)) ?? 'safe';
  return {
    level,
    reasons:
      level === 'safe'
        ? []
        : [
            ...new Set(
              found.filter((judgement) => judgement.level === level).flatMap(({ reasons }) => reasons),
            ),
          ].slice(0, 8),
  };
}

function judgeArgument(name: string, value: unknown): GateJudgement {
  const place = (judgement: GateJudgement): GateJudgement => ({
    ...judgement,
    reasons: judgement.reasons.map((reason) => `${name}: ${reason}`),
  });
  if (typeof value === 'string') return place(judgeCommand(value));
  if (Array.isArray(value) && value.length > 0 && value.every((part) => typeof part === 'string'))
    return place(
      judgeCommand(value.map((part) => `'${(part as string).replaceAll("'", String.raw`'\''`)}'`).join(' ')),
    );
  // Left out, it runs nothing that could be judged; the tool's own schema decides whether that may be.
  return value === undefined || value === null
    ? { level: 'safe', reasons: [] }
    : { level: 'confirm', reasons: [`${name}: a command that is no text`] };
}

function placeFound(pattern: GatePattern, leaves: readonly (readonly [string, string])[]): string | null {
  const machine = machineOf(pattern);
  if (machine === 'broken') return 'the pattern itself cannot be read';
  return leaves.find(([, text]) => machine.finds(text))?.[0] ?? null;
}

function machineOf(pattern: GatePattern): Pattern | 'broken' {
  let machine = compiled.get(pattern);
  if (machine === undefined) {
    try {
      machine = compilePattern(pattern.pattern);
    } catch (error) {
      if (!isSalienceError(error)) throw error;
      machine = 'broken';
    }
    compiled.set(pattern, machine);
  }
  return machine;
}

/** Every text, number and truth value with its path, names of fields too; null when there is too much. */
function leavesOf(args: Readonly<Record<string, unknown>>): [string, string][] | null {
  const leaves: [string, string][] = [];
  let chars = 0;
  const walk = (value: unknown, path: string, depth: number): boolean => {
    if (depth > depthMax || leaves.length > leavesMax || chars > charsMax) return false;
    if (Array.isArray(value)) return value.every((part, n) => walk(part, `${path}[${n}]`, depth + 1));
    if (typeof value === 'object' && value !== null)
      return Object.entries(value).every(([name, part]) =>
        walk(part, `${path}.${name.slice(0, 40)}`.slice(-120), depth + 1),
      );
    if (value !== null && value !== undefined) {
      const text = String(value as string | number | boolean);
      chars += text.length;
      leaves.push([path.slice(1), text]);
    }
    return true;
  };
  return walk(args, '', 0) && chars <= charsMax ? leaves : null;
}
