/** Where guards stand, and the tests that see one missing. */
export interface Place {
  /** What is copied; packages among them stand in for those of the repository. */
  readonly folders: readonly string[];
  readonly test: string;
}

/** The living paths: of a call to its tool, of a mail and of a signed message to a task, of a signal to a wake, of what a goal holds back, of what is overheard, of a label to a weight. */
export const places = {
  calls: { folders: ['apps/digest'], test: 'apps/digest/test/guards.int.test.ts' },
  mails: {
    folders: ['apps/pulse-sensor', 'apps/scheduler', 'packages/domain/trust'],
    test: 'apps/pulse-sensor/test/forged-mails.int.test.ts',
  },
  hooks: { folders: ['apps/consumer'], test: 'apps/consumer/test/forged-hooks.int.test.ts' },
  pursuits: { folders: ['apps/digest'], test: 'apps/digest/test/pursued.int.test.ts' },
  rooms: { folders: ['apps/digest'], test: 'apps/digest/test/heard-in-room.int.test.ts' },
  signals: {
    folders: ['apps/pulse-sensor', 'packages/adapters/files', 'packages/domain/escalation'],
    test: 'apps/pulse-sensor/test/signal-guards.int.test.ts',
  },
  routing: {
    folders: ['packages/domain/regulation'],
    test: 'packages/domain/regulation/src/change/propose.test.ts',
  },
} as const satisfies Readonly<Record<string, Place>>;

/** A guard of a living path, and the one line that takes it out. */
export interface Mutation {
  readonly guard: string;
  readonly place: keyof typeof places;
  readonly file: string;
  readonly line: string;
  readonly instead: string;
  /** What the names of tests hold that fail without it; default: the guard and a colon. */
  readonly seenBy?: string;
}

/** The folder of the copy in which a guard is taken out. */
export const copyOf = (guard: string): string => guard.replaceAll(' ', '-');

const act = 'apps/digest/src/act';
const evidence = 'packages/domain/trust/src/mail/mail-evidence.ts';
const found = 'apps/pulse-sensor/src/mail/message-of.ts';
const hook = 'apps/consumer/src/hooks/take-in-hook.ts';

/** Every guard on the way of a call to its tool. */
const ofCalls: readonly Omit<Mutation, 'place'>[] = [
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
    line: 'return plannerView({ ...material, message: first });',
    instead: 'return { ...material, message: first };',
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
    line: '? wasAskedLast(run, approval, snapshot.follows)',
    instead: '? true',
  },
  {
    guard: 'grant',
    file: `${act}/rule-call.ts`,
    line: 'grant: grantFor(acting.task, { spec, tier, outside: outside !== null }, now),',
    instead: '',
  },
  {
    guard: 'granted edit',
    file: `${act}/take-up.ts`,
    line: "if (judged.grant?.says === 'reject') return { step: ruledStep(step, judged, now) };",
    instead: '',
  },
  {
    guard: 'task is gone',
    file: `${act}/open-run.ts`,
    line: 'return (await taskOfRun(deps.db, agentId, id)) ?? nothingGranted;',
    instead: 'return await taskOfRun(deps.db, agentId, id);',
  },
  {
    guard: 'persons',
    file: `${act}/approval-answer.ts`,
    line: "if (!isPersons(turn.trust)) return { kind: 'not-theirs', whose: 'persons' };",
    instead: '',
  },
  {
    guard: 'asker',
    file: `${act}/approval-answer.ts`,
    line: "if (run.root.speaker !== turn.speaker) return { kind: 'not-theirs', whose: 'asker' };",
    instead: '',
  },
  {
    guard: 'review right after',
    file: `${act}/approval-answer.ts`,
    line: ': approval.turnId === snapshot.follows;',
    instead: ': true;',
  },
  {
    guard: 'told title',
    file: 'apps/digest/src/tasks/review-reply.ts',
    line: 'trust: lowestTrust([reply.trust, given.trust])',
    instead: 'trust: reply.trust',
  },
];

/** Every guard on the way of a mail to a task. */
const ofMails: readonly Omit<Mutation, 'place'>[] = [
  {
    guard: 'pinned server',
    file: evidence,
    line: "if (pinned === '' || results.authserv !== pinned) return { authserv: 'other', checks: [], complete: true };",
    instead: '',
    seenBy: ' another server, is seen',
  },
  {
    guard: 'first word',
    file: evidence,
    line: 'const found = resultsOf(raw.authenticationResults[0], pin);',
    instead: 'const found = resultsOf(raw.authenticationResults.at(-1), pin);',
    seenBy: 'a good word below that of the server, is seen',
  },
  {
    guard: 'alignment',
    file: evidence,
    line: "result === 'pass' && whose !== null && speaksFor(whose, domain);",
    instead: "result === 'pass' && whose !== null;",
    seenBy: 'a signature of another domain, is seen',
  },
  {
    guard: 'one policy',
    file: evidence,
    line: 'if (policy === undefined || policies.length > 0 || !passedFor(policy)) return null;',
    instead: 'if (![policy, ...policies].some((one) => one !== undefined && passedFor(one))) return null;',
    seenBy: 'two words about the policy, is seen',
  },
  {
    guard: 'listed sender',
    file: found,
    line: 'isListed: isListed(sender, config.allow),',
    instead: 'isListed: true,',
    seenBy: 'a domain below a listed one, is seen',
  },
  {
    guard: 'replay key',
    file: found,
    line: 'replayKey: raw.messageId === null ? null : `${sender} ${raw.messageId}`,',
    instead: 'replayKey: null,',
    seenBy: 'the same id with other words, is seen',
  },
  {
    guard: 'sent key',
    file: found,
    line: 'sentKey: sentKeyOf(sender, mail),',
    instead: 'sentKey: null,',
    seenBy: 'the same mail under another Message-ID, is seen',
  },
  {
    guard: 'under way',
    file: found,
    line: "return sentAt !== null && receivedAt.getTime() - sentAt.getTime() > underWayMsMax ? 'old' : undefined;",
    instead: 'return undefined;',
    seenBy: 'one that was sent long ago, is seen',
  },
  {
    guard: 'size',
    file: found,
    line: "if (mail.tooLarge) return 'too-large';",
    instead: '',
    seenBy: 'more text than is read, is seen',
  },
];

/** Every guard on the way of a signed message to a task. */
const ofHooks: readonly Omit<Mutation, 'place'>[] = [
  {
    guard: 'signature',
    file: hook,
    line: 'const secret = whoSigned(read, bytes, { current: hook.secret, old: hook.oldSecret });',
    instead:
      "const secret = whoSigned(read, bytes, { current: hook.secret, old: hook.oldSecret }) ?? 'current';",
    seenBy: 'has another body than was signed',
  },
  {
    guard: 'signing time',
    file: hook,
    line: 'if (problem !== null) throw await refuse(problem);',
    instead: '',
    seenBy: 'was signed in 1970',
  },
];

/** Every guard on the way of a signal to a wake. */
const ofSignals: readonly Omit<Mutation, 'place'>[] = [
  {
    guard: 'own doing',
    file: 'apps/pulse-sensor/src/judging/judge-signals.ts',
    line: "if (own) return 'own_doing';",
    instead: '',
  },
  {
    guard: 'flood',
    file: 'packages/domain/escalation/src/wake/flood.ts',
    line: 'judged: count <= limit }',
    instead: 'judged: true }',
  },
  {
    guard: 'no number',
    file: 'packages/domain/escalation/src/gate/evaluate.ts',
    line: "if (!Number.isFinite(score)) return no('not_finite');",
    instead: '',
  },
  {
    guard: 'quotes',
    file: 'packages/domain/escalation/src/question/fill-template.ts',
    line: 'slot.quoted ? safeValue(slot.value) : safeLine(slot.value)',
    instead: 'safeLine(slot.value)',
  },
  {
    guard: 'credentials',
    file: 'packages/domain/escalation/src/module/without-credentials.ts',
    line: "url.password = '';",
    instead: '',
  },
  {
    guard: 'long path',
    file: 'packages/adapters/files/src/ignore.ts',
    line: 'if (Buffer.byteLength(path) > pathBytesMax) return true;',
    instead: '',
  },
];

/** Every guard between what an agent pursues and what it does. */
const ofPursuits: readonly Omit<Mutation, 'place'>[] = [
  {
    guard: 'asked for',
    file: `${act}/weigh-call.ts`,
    line: 'const how = asked ? null : heldBackAs(decision, ruling);',
    instead: 'const how = heldBackAs(decision, ruling);',
    seenBy: 'is done however often they ask',
  },
  {
    guard: 'without a goal',
    file: `${act}/weigh-call.ts`,
    line: 'if (pursuit === undefined || pursuit.goals.length === 0) return null;',
    instead: 'if (pursuit === undefined) return null;',
    seenBy: 'is done as before where it pursues nothing',
  },
  {
    guard: 'holding back',
    file: `${act}/rule-call.ts`,
    line: 'await book.write([heldBackStep(step, ruling, weighed.back, now)], { evaluated });',
    instead: 'await book.write([ruledStep(step, ruling, now)], { evaluated });',
    seenBy: 'waits for an hour',
  },
];

/** Every guard between what an agent overhears and what it says. */
const ofRooms: readonly Omit<Mutation, 'place'>[] = [
  {
    guard: 'overheard',
    file: 'apps/digest/src/route.ts',
    line: 'overheard: turn.overheard,',
    instead: 'overheard: false,',
    seenBy: 'is silence, without a model call',
  },
  {
    guard: 'floor',
    file: 'apps/digest/src/route.ts',
    line: "if (source === 'floor') return ['ACT', 'IGNORE', 'CLARIFY'];",
    instead: "if (source === 'floor') return [];",
    seenBy: 'is answered whatever the thoughts are',
  },
];

/** What keeps the few who are most in favour from moving a weight for everybody. */
const ofRouting: readonly Omit<Mutation, 'place'>[] = [
  {
    guard: 'spared of a direction',
    file: 'packages/domain/regulation/src/change/propose.ts',
    line: 'if (direction.upper < 0 && direction.spared < 0) {',
    instead: 'if (direction.upper < 0) {',
    seenBy: 'of a direction, however sure it is by itself',
  },
  {
    guard: 'spared of a margin',
    file: 'packages/domain/regulation/src/change/propose.ts',
    line: 'step.upper < 0 && step.spared < 0',
    instead: 'step.upper < 0',
    seenBy: 'of a step of a margin',
  },
  {
    guard: 'cold margin',
    file: 'packages/domain/regulation/src/change/bounds.ts',
    line: "name === 'tiebreaker_base_margin' ? Math.min(paceRules.baseMarginMin, anchor) : 0",
    instead: '0',
    seenBy: 'the cold margin is never learned away',
  },
];

export const mutations: readonly Mutation[] = [
  ...ofCalls.map((one) => ({ ...one, place: 'calls' as const })),
  ...ofMails.map((one) => ({ ...one, place: 'mails' as const })),
  ...ofHooks.map((one) => ({ ...one, place: 'hooks' as const })),
  ...ofPursuits.map((one) => ({ ...one, place: 'pursuits' as const })),
  ...ofRooms.map((one) => ({ ...one, place: 'rooms' as const })),
  ...ofSignals.map((one) => ({ ...one, place: 'signals' as const })),
  ...ofRouting.map((one) => ({ ...one, place: 'routing' as const })),
];
