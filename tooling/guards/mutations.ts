/** A guard of the living path, and the one line that takes it out. */
export interface Mutation {
  /** Tests of `apps/digest/test/guards.int.test.ts` whose names begin so fail without it. */
  readonly guard: string;
  readonly file: string;
  readonly line: string;
  readonly instead: string;
}

const act = 'apps/digest/src/act';

/** Every guard on the way of a call to its tool. */
export const mutations: readonly Mutation[] = [
  {
    guard: 'gate',
    file: `${act}/rule-call.ts`,
    line: 'gate: judgeCall(spec.gated, args),',
    instead: "gate: { level: 'safe', reasons: [] },",
  },
  {
    guard: 'capability',
    file: `${act}/with-capabilities.ts`,
    line: 'if (named.length === 0) return spec;',
    instead: 'return spec;',
  },
  {
    guard: 'edit',
    file: `${act}/take-up.ts`,
    line: 'const gate = judgeCall(spec.gated, args);',
    instead: 'const gate = ruling.gate;',
  },
  {
    guard: 'taint',
    file: `${act}/rule-call.ts`,
    line: 'const { least, own, written } = sayInRun(acting, acting.tools.specs);',
    instead:
      "const { own, written } = sayInRun(acting, []); const least = { section: 'message', id: '', trust: 'user' } as const;",
  },
  {
    guard: 'withheld',
    file: `${act}/plan-next.ts`,
    line: 'return plannerView({ ...material, message });',
    instead: 'return { ...material, message };',
  },
  {
    guard: 'swap',
    file: `${act}/take-up.ts`,
    line: 'definitionHashOf(now, sha256) === approval.definitionHash',
    instead: 'true',
  },
  {
    guard: 'kind',
    file: 'apps/digest/src/skills/toolbox.ts',
    line: '...(askPer === undefined ? {} : { askPer }),',
    instead: 'askPer: askPer ?? [],',
  },
  {
    guard: 'right after',
    file: `${act}/approval-answer.ts`,
    line: 'if (!wasAskedLast(run, approval, snapshot.follows)) return null;',
    instead: '',
  },
];
