import type { ContextSnapshot } from '@salience/contracts';

type Shown = NonNullable<ContextSnapshot['shown']>;
type Memory = Shown['memory'][number];
type History = Shown['history'][number];
type Trait = NonNullable<Shown['person']>['traits'][number];
type World = Shown['world'][number];
type Action = Shown['actions'][number];
type Message = Shown['message'];

/** A text, or where it begins in the prompt and how long it is. */
type Text = string | readonly [from: number, length: number];
/** An id, or its place among the items of the context. */
type Name = string | number;
/** Milliseconds before the message, or an instant that is written otherwise than Postgres writes one. */
type Instant = string | number;

/** What a prompt showed, without what stands in the prompt or in its account already. The order is that of the tuples; null is undefined. */
export interface KeptShown {
  readonly template: Shown['template'];
  readonly agentName: string;
  readonly open?: Shown['open'];
  readonly person?: readonly [name: string, traits: readonly KeptTrait[]];
  readonly memory: readonly KeptMemory[];
  readonly history: readonly KeptHistory[];
  readonly world: readonly KeptWorld[];
  readonly message: Omit<Message, 'text'> & { readonly text: Text };
  readonly actions: readonly KeptAction[];
  readonly approvals: readonly (readonly [tool: string, reason: string, args: Text])[];
  readonly conclusion?: Text;
}

type KeptHistory = readonly [
  exchange: Name,
  at: Instant,
  speaker: string,
  trust: History['trust'],
  text: Text,
  reply: Text | null,
];
/** The exchange of an exchange is itself: null. */
type KeptMemory = readonly [
  id: Name,
  kind: Memory['kind'],
  thread: string | null,
  exchange: Name | null,
  ...rest: KeptHistory extends readonly [Name, ...infer R] ? R : never,
];
type KeptTrait = readonly [
  id: Name,
  about: string,
  exchange: Name,
  at: Instant,
  origin: Trait['origin'],
  trust: Trait['trust'],
  text: Text,
];
type KeptWorld = readonly [id: Name, kind: string, at: Instant | null, trust: World['trust'], text: Text];
type KeptAction = readonly [
  tool: string,
  outcome: string,
  trust: Action['trust'],
  args: Text,
  text: Text,
  doubt: Text | null,
];

/** Where texts and ids may stand already. */
interface Standing {
  readonly content: string;
  readonly ids: readonly string[];
}

/** Where the texts and ids of a context's prompt stand: its first message, and its items. */
export function standingOf({ items, messages }: Pick<ContextSnapshot, 'items' | 'messages'>): Standing {
  return { content: messages[0]?.content ?? '', ids: items.map(({ id }) => id) };
}

/** A text of fewer characters takes less room than its place. */
const textLeast = 8;

/** What a prompt showed, as it is kept. `readShown` reads it again. */
export function keepShown(shown: Shown, { content, ids }: Standing): KeptShown {
  const places = new Map(ids.map((id, index) => [id, index]));
  const name = (id: string): Name => places.get(id) ?? id;
  const text = (of: string): Text => {
    const from = of.length < textLeast ? -1 : content.indexOf(of);
    return from < 0 ? of : [from, of.length];
  };
  const now = Date.parse(shown.message.at);
  const keepInstant = (at: string): Instant =>
    !Number.isNaN(now) && writtenAt(Date.parse(at)) === at ? now - Date.parse(at) : at;
  const orNull = (of: string | undefined): Text | null => (of === undefined ? null : text(of));
  const { actions, approvals, conclusion, history, memory, message, open, person, world } = shown;
  return {
    template: shown.template,
    agentName: shown.agentName,
    ...(open === undefined ? {} : { open }),
    ...(person === undefined
      ? {}
      : {
          person: [
            person.name,
            person.traits.map((one): KeptTrait => {
              const { about, at, exchangeId, id, origin, trust } = one;
              return [name(id), about, name(exchangeId), keepInstant(at), origin, trust, text(one.text)];
            }),
          ],
        }),
    memory: memory.map((one): KeptMemory => {
      const { at, exchangeId, id, kind, reply, speaker, threadId, trust } = one;
      const exchange = exchangeId === id ? null : name(exchangeId);
      return [
        name(id),
        kind,
        threadId ?? null,
        exchange,
        keepInstant(at),
        speaker,
        trust,
        text(one.text),
        orNull(reply),
      ];
    }),
    history: history.map((one): KeptHistory => {
      const { at, exchangeId, reply, speaker, trust } = one;
      return [name(exchangeId), keepInstant(at), speaker, trust, text(one.text), orNull(reply)];
    }),
    world: world.map((one): KeptWorld => {
      const { at, id, kind, trust } = one;
      return [name(id), kind, at === undefined ? null : keepInstant(at), trust, text(one.text)];
    }),
    message: { ...message, text: text(message.text) },
    actions: actions.map((one): KeptAction => {
      const { doubt, outcome, tool, trust } = one;
      return [tool, outcome, trust, text(one.arguments), text(one.text), orNull(doubt)];
    }),
    approvals: approvals.map((one) => [one.tool, one.reason, text(one.arguments)]),
    ...(conclusion === undefined ? {} : { conclusion: text(conclusion) }),
  };
}

/** What a prompt showed, from what was kept of it and the context that it was kept with. */
export function readShown(kept: KeptShown, { content, ids }: Standing): Shown {
  const id = (of: Name): string => (typeof of === 'string' ? of : (ids[of] ?? ''));
  const text = (of: Text): string => (typeof of === 'string' ? of : content.slice(of[0], of[0] + of[1]));
  const now = Date.parse(kept.message.at);
  const readInstant = (at: Instant): string => (typeof at === 'string' ? at : (writtenAt(now - at) ?? ''));
  const reply = (of: Text | null) => (of === null ? {} : { reply: text(of) });
  const { actions, approvals, conclusion, history, memory, message, person, world, ...rest } = kept;
  return {
    ...rest,
    ...(person === undefined
      ? {}
      : {
          person: {
            name: person[0],
            traits: person[1].map(([of, about, exchange, at, origin, trust, words]): Trait => {
              return {
                id: id(of),
                about,
                exchangeId: id(exchange),
                at: readInstant(at),
                origin,
                trust,
                text: text(words),
              };
            }),
          },
        }),
    memory: memory.map(([of, kind, thread, exchange, at, speaker, trust, words, answer]): Memory => {
      const exchangeId = id(exchange ?? of);
      const where = thread === null ? {} : { threadId: thread };
      return {
        id: id(of),
        kind,
        exchangeId,
        at: readInstant(at),
        speaker,
        trust,
        ...where,
        text: text(words),
        ...reply(answer),
      };
    }),
    history: history.map(([exchange, at, speaker, trust, words, answer]): History => {
      return {
        exchangeId: id(exchange),
        at: readInstant(at),
        speaker,
        trust,
        text: text(words),
        ...reply(answer),
      };
    }),
    world: world.map(([of, kind, at, trust, words]): World => {
      return { id: id(of), kind, ...(at === null ? {} : { at: readInstant(at) }), trust, text: text(words) };
    }),
    message: { ...message, text: text(message.text) },
    actions: actions.map(([tool, outcome, trust, args, words, doubt]): Action => {
      return {
        tool,
        outcome,
        trust,
        arguments: text(args),
        text: text(words),
        ...(doubt === null ? {} : { doubt: text(doubt) }),
      };
    }),
    approvals: approvals.map(([tool, reason, args]) => ({ tool, reason, arguments: text(args) })),
    ...(conclusion === undefined ? {} : { conclusion: text(conclusion) }),
  };
}

/** An instant as Postgres writes it in JSON: `2026-11-28T03:38:12.04+00:00`. Undefined for what is none. */
function writtenAt(ms: number): string | undefined {
  if (Number.isNaN(ms)) return undefined;
  return new Date(ms).toISOString().replace(/\.?0*Z$/, '+00:00');
}
