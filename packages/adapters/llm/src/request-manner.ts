/** How an object is asked for: by its schema, as any JSON object, or in words alone. */
export type ObjectFormat = 'schema' | 'object' | 'text';

/** How a model is asked, beside what it is asked. */
export interface RequestManner {
  readonly format: ObjectFormat;
  readonly temperature: boolean;
  /** Under which name the longest answer is sent; null: not at all. */
  readonly limit: 'max_tokens' | 'max_completion_tokens' | null;
  readonly reasoning: boolean;
  /** True where the model thinks before it answers: then its answer needs room for thoughts as well. */
  readonly thinks: boolean;
}

/** What of a request a server refused, or a model had no room for. */
export type RefusedPart =
  | 'format'
  | 'temperature'
  | 'limit'
  /** The limit goes by the name `max_completion_tokens` here. */
  | 'limit-name'
  | 'reasoning'
  /** The whole answer was taken up by thoughts. */
  | 'thoughts';

/** Which formats a server may be asked for, the best first. */
const objectFormats: readonly ObjectFormat[] = ['schema', 'object', 'text'];

/** How to ask once more after a part was refused; undefined where nothing is left to give up. */
export function withoutPart(manner: RequestManner, refused: RefusedPart): RequestManner | undefined {
  switch (refused) {
    case 'format': {
      const next = objectFormats[objectFormats.indexOf(manner.format) + 1];
      return next === undefined ? undefined : { ...manner, format: next };
    }
    case 'temperature':
      return manner.temperature ? { ...manner, temperature: false } : undefined;
    case 'limit-name':
      return manner.limit === 'max_tokens'
        ? { ...manner, limit: 'max_completion_tokens' }
        : withoutPart(manner, 'limit');
    case 'limit':
      return manner.limit === null ? undefined : { ...manner, limit: null };
    case 'reasoning':
      return manner.reasoning ? { ...manner, reasoning: false } : undefined;
    case 'thoughts':
      return manner.thinks ? undefined : { ...manner, thinks: true };
  }
}

/** What a process knows of how a model wants to be asked. */
export interface KnownManner {
  readonly current: RequestManner;
  /** Remembers what worked; only what differs from what was tried first, since calls run side by side. */
  learn(worked: RequestManner, first: RequestManner): void;
}

/** Knows nothing yet but how to begin. */
export function createKnownManner(initial: RequestManner): KnownManner {
  let current = initial;
  return {
    get current() {
      return current;
    },
    learn(worked, first) {
      const learned = Object.entries(worked).filter(
        ([name, value]) => value !== first[name as keyof RequestManner],
      );
      if (learned.length > 0) current = { ...current, ...Object.fromEntries(learned) };
    },
  };
}

/** The parts in which two manners differ, as people and logs call them. */
export function describedDifferences(worked: RequestManner, first: RequestManner): string[] {
  return [
    ...(worked.format === first.format ? [] : [formatNames[worked.format]]),
    ...(worked.temperature === first.temperature ? [] : ['no temperature']),
    ...(worked.limit === first.limit ? [] : [worked.limit ?? 'no limit of its output']),
    ...(worked.reasoning === first.reasoning ? [] : ['no reasoning effort']),
    ...(worked.thinks === first.thinks ? [] : ['room for thoughts']),
  ];
}

/** What the formats are called on the wire. */
export const formatNames: Readonly<Record<ObjectFormat, string>> = {
  schema: 'json_schema',
  object: 'json_object',
  text: 'plain text',
};
