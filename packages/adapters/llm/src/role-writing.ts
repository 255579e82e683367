import { type ModelRole, modelRoles } from '@salience/contracts';

/** How much a model that reasons may think before it answers; `none` where it can do without. */
export const reasoningEfforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const;
export type ReasoningEffort = (typeof reasoningEfforts)[number];

/** How the calls of a role are to be written. */
export interface RoleWriting {
  /** 0 to 2; null leaves it to the provider. */
  readonly temperature: number | null;
  /** Tokens of the longest answer, without thoughts; null leaves it to the provider. */
  readonly outputTokens: number | null;
  /** Undefined leaves it to the provider. */
  readonly reasoning: ReasoningEffort | undefined;
  /** Tokens that a model which thinks before it answers may write beside its answer. */
  readonly thoughtTokens: number;
}

const written = (temperature: number, outputTokens: number) => ({ temperature, outputTokens });

/**
 * What is extracted is to be the same each time and ends where its lists end; replies and thoughts may vary. A limit is several times
 * what the longest useful answer takes: it is there for models that write on for ever.
 */
const defaults: Readonly<Record<ModelRole, { readonly temperature: number; readonly outputTokens: number }>> =
  {
    respond: written(0.7, 4_000),
    acknowledge: written(0.7, 300),
    tiebreak: written(0, 200),
    plan: written(0.2, 4_000),
    compact: written(0.1, 1_000),
    critic: written(0, 400),
    triage: written(0, 200),
    chunk: written(0.1, 2_500),
    stretch: written(0.1, 8_000),
    episode: written(0.2, 2_000),
    concept: written(0.1, 3_000),
    experience: written(0.1, 1_000),
    biography: written(0.2, 4_000),
    drift: written(0.9, 800),
    reflect: written(0, 400),
  };

const defaultThoughtTokens = 8_000;

/** How a role writes where nothing else is said. */
export function writingOf(role: ModelRole, own: Partial<RoleWriting> | undefined): RoleWriting {
  return { ...defaults[role], reasoning: undefined, thoughtTokens: defaultThoughtTokens, ...own };
}

/** The roles whose prompts are held within a window. */
const heldRoles: readonly ModelRole[] = ['respond', 'acknowledge', 'plan', 'compact', 'critic', 'triage'];

/**
 * How the roles write whose prompts are held within a window: prompts take three quarters of it, so what they write and think is to
 * fit into the last one. A limit that was left to the provider stays so.
 */
export function writingWithin(
  writing: Partial<Record<ModelRole, Partial<RoleWriting>>> | undefined,
  window: number,
): Partial<Record<ModelRole, Partial<RoleWriting>>> {
  const quarter = Math.floor(window / 4);
  const held = heldRoles.map((role): [ModelRole, RoleWriting] => {
    const own = writingOf(role, writing?.[role]);
    const outputTokens = own.outputTokens === null ? null : Math.min(own.outputTokens, quarter);
    const thoughtTokens = Math.min(own.thoughtTokens, quarter - (outputTokens ?? 0));
    return [role, { ...own, outputTokens, thoughtTokens }];
  });
  return { ...writing, ...(Object.fromEntries(held) as Partial<Record<ModelRole, RoleWriting>>) };
}

const settings = ['TEMPERATURE', 'OUTPUT_TOKENS', 'REASONING'] as const;

/** The variables that `readWriting` reads. */
export const writingEnvNames = [
  ...settings.flatMap((setting) => [
    `SALIENCE_MODEL_${setting}` as const,
    ...modelRoles.map((role) => nameOf(setting, role)),
  ]),
  'SALIENCE_MODEL_THOUGHT_TOKENS',
] as const;

/** Reads how every role writes; a role's own value stands before the general one. */
export function readWriting(
  read: (name: string) => string | undefined,
  problems: string[],
): Readonly<Record<ModelRole, RoleWriting>> {
  const valueOf = <T>(setting: Setting, role: ModelRole, parse: Parse<T>): T | undefined =>
    valueIn(nameOf(setting, role), parse) ?? valueIn(`SALIENCE_MODEL_${setting}`, parse);
  const valueIn = <T>(name: string, parse: Parse<T>): T | undefined => {
    const text = read(name);
    if (text === undefined) return undefined;
    const value = parse.of(text);
    const problem = `${name}: expected ${parse.expected}, got "${text}"`;
    // A general setting is read for every role, and reported once.
    if (value === undefined && !problems.includes(problem)) problems.push(problem);
    return value;
  };
  const thoughtTokens = valueIn('SALIENCE_MODEL_THOUGHT_TOKENS', wholeNumber);
  const all = modelRoles.map((role): [ModelRole, RoleWriting] => {
    const temperature = valueOf('TEMPERATURE', role, orDefault(degrees));
    const outputTokens = valueOf('OUTPUT_TOKENS', role, orDefault(tokens));
    const reasoning = valueOf('REASONING', role, effort);
    const own = {
      ...(temperature === undefined ? {} : { temperature: leftAlone(temperature) }),
      ...(outputTokens === undefined ? {} : { outputTokens: leftAlone(outputTokens) }),
      ...(reasoning === undefined ? {} : { reasoning }),
      ...(thoughtTokens === undefined ? {} : { thoughtTokens }),
    };
    return [role, writingOf(role, own)];
  });
  return Object.fromEntries(all) as Record<ModelRole, RoleWriting>;
}

type Setting = (typeof settings)[number];

function nameOf<S extends Setting>(setting: S, role: ModelRole) {
  return `SALIENCE_MODEL_${setting}_${role.toUpperCase() as Uppercase<ModelRole>}` as const;
}

/** How the text of a setting is read; undefined where it cannot be. */
interface Parse<T> {
  readonly expected: string;
  of(text: string): T | undefined;
}

const wholeNumber: Parse<number> = {
  expected: 'a whole number of tokens, 0 or more',
  of: (text) => (/^\d{1,7}$/.test(text) ? Number(text) : undefined),
};
const tokens: Parse<number> = {
  expected: 'a positive whole number of tokens, or default',
  of: (text) => (/^[1-9]\d{0,6}$/.test(text) ? Number(text) : undefined),
};
const degrees: Parse<number> = {
  expected: 'a number from 0 to 2, or default',
  of: (text) => (/^\d+(\.\d+)?$/.test(text) && Number(text) <= 2 ? Number(text) : undefined),
};
const effort: Parse<ReasoningEffort> = {
  expected: `one of ${reasoningEfforts.join(', ')}`,
  of: (text) => reasoningEfforts.find((one) => one === text),
};

function orDefault(parse: Parse<number>): Parse<number | 'default'> {
  return { expected: parse.expected, of: (text) => (text === 'default' ? text : parse.of(text)) };
}

function leftAlone(value: number | 'default'): number | null {
  return value === 'default' ? null : value;
}
