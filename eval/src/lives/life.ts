/** An instant as somebody's clock on the wall shows it, in the zone of the life: `2028-11-20T08:40`. */
export type WallTime = string;

/** What a very good model notes of a message, in words that need no particular schema. */
export interface Learned {
  readonly facts?: readonly LearnedFact[];
  readonly traits?: readonly LearnedTrait[];
  readonly gists?: readonly LearnedGist[];
  readonly entities?: readonly { readonly name: string; readonly type: string }[];
  /** Days, `to` excluded, or instants with their offset. */
  readonly times?: readonly { readonly text: string; readonly from: string; readonly to?: string }[];
}

export interface LearnedFact {
  readonly subject: string;
  readonly key: string;
  readonly value: string;
  readonly quote: string;
}

export interface LearnedTrait {
  readonly key: string;
  readonly value: string;
  readonly category: string;
  readonly quote: string;
  readonly ended?: boolean;
}

export interface LearnedGist {
  readonly type: string;
  readonly content: string;
  readonly quote: string;
}

/** What an episode with this message in it is about, as points and lines. */
export interface Mapped {
  readonly concepts?: readonly {
    readonly name: string;
    readonly kind: string;
    readonly definition: string;
  }[];
  readonly relations?: readonly {
    readonly from: string;
    readonly type: string;
    readonly to: string;
    readonly ended?: boolean;
  }[];
}

/** A call that the message asks for. */
export type WantedCall =
  | { readonly remind: { readonly text: string; readonly at: WallTime } }
  /** Words of the reminder that is to go. */
  | { readonly cancel: string }
  /** `tool` is the end of its name. */
  | { readonly call: { readonly tool: string; readonly arguments: Readonly<Record<string, unknown>> } };

/** Something said by the person, and all that may be expected of it. */
export interface LifeTurn {
  readonly key: string;
  readonly at: WallTime;
  readonly thread: string;
  readonly language: 'de' | 'en' | 'es';
  /** One line; no turn's text stands in another's. */
  readonly text: string;
  /** What the message deserves, for whoever has to choose between two. */
  readonly mode: 'ACKNOWLEDGE' | 'ACT' | 'CLARIFY' | 'RESPOND';
  readonly reply: string;
  /** What the reply rests on: words of an item of its prompt. */
  readonly restsOn?: RegExp;
  /** Calls, step by step. */
  readonly plan?: readonly (readonly WantedCall[])[];
  readonly learned?: Learned;
  /** One sentence for an episode. */
  readonly told: string;
  readonly map?: Mapped;
  /** What stays open after it. */
  readonly open?: string;
  /** What has to stand in its prompt for it to be answered, by name. */
  readonly needs?: Readonly<Record<string, RegExp>>;
  /** The first day that it asks about; a turn without one asks about no period. */
  readonly asksAbout?: string;
}

/** A statement that holds until something is said or happens. */
export interface Passing {
  readonly key: string;
  /** The turn with which it ends, or `fired:` and the key of the reminder that comes due. */
  readonly endsWith: string;
  /** What says it, on one line. */
  readonly says: RegExp;
  /** What shows on the same line that it is known to hold no longer. */
  readonly knownBy: RegExp;
  /** The day that it is about: what names that day, once it is past, tells of then and claims nothing of now. */
  readonly day?: string;
  /** Turns that ask about the time in which it held. */
  readonly askedIn?: readonly string[];
}

/** A reminder that the life leads to. */
export interface LifeReminder {
  readonly key: string;
  readonly words: RegExp;
  readonly at: WallTime;
  readonly state: 'cancelled' | 'fired' | 'pending';
  /** One sentence for an episode in which it fired. */
  readonly told?: string;
  /** What is said when it fires; `{time}` is the time of day that the prompt shows. */
  readonly reply?: string;
}

/** Days of a made-up person with an agent. */
export interface Life {
  readonly name: string;
  /** IANA. */
  readonly zone: string;
  readonly turns: readonly LifeTurn[];
  readonly passing: readonly Passing[];
  readonly reminders: readonly LifeReminder[];
  /** A tool beside the agent's own, and what its answers are worth. */
  readonly tool: {
    readonly name: string;
    readonly description: string;
    readonly parameters: Readonly<Record<string, unknown>>;
    readonly answer: string;
    readonly observation: string;
  };
  /** Statements of an account of the person, each with what has to stand in its source. */
  readonly account: readonly { readonly section: string; readonly text: string; readonly source: RegExp }[];
}
