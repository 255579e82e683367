import type { z } from 'zod';

/** Who may call a route: whoever may talk to an agent, its person and holders of a key alone, operators, or anybody. */
export type Access = 'agent' | 'person' | 'operator' | 'anybody';

/** What one status answers. */
export interface Answer {
  readonly is: string;
  /** A JSON body; with `event` an event stream whose data are these. Neither: `type` says what comes, or nothing does. */
  readonly json?: z.ZodType;
  readonly events?: z.ZodType;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A route as the document describes it. */
export interface Operation {
  readonly does: string;
  readonly tag: 'Turns' | 'OpenAI' | 'Memory' | 'Operation' | 'Pages' | 'Probes';
  readonly access: Access;
  readonly more?: string;
  /** Path parameters with their schemas. */
  readonly path?: Readonly<Record<string, z.ZodType>>;
  readonly query?: z.ZodObject;
  /** Request headers with what they mean. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: z.ZodType;
  /** May the body be left out? */
  readonly bodyOptional?: boolean;
  readonly answers: Readonly<Record<number, Answer>>;
  /** Problems beside those that its access and its body bring along: status to codes. */
  readonly problems?: Readonly<Record<number, readonly string[]>>;
  /** A page of another application below this path, not described further. */
  readonly wildcard?: boolean;
}

/** Routes by `GET /turns/:turn`, as the route table names them. */
export type Operations = Readonly<Record<string, Operation>>;
