/**
 * Who may use a route on this machine: anybody at all, whoever is on the machine, its person (or the holder of a key), or an
 * operator.
 */
export type Needs = 'nothing' | 'machine' | 'person' | 'operator';

/** One way into consumer that hostile requests are made for. */
export interface AttackedRoute {
  readonly method: 'DELETE' | 'GET' | 'PATCH' | 'POST' | 'PUT';
  /** As the route table writes it, parameters as `:name`. */
  readonly path: string;
  readonly needs: Needs;
  /** What a body would have to be like to be taken; without it bodies are of no kind at all. */
  readonly takes?:
    | 'agent-key'
    | 'approval'
    | 'completion'
    | 'hook'
    | 'key-rotation'
    | 'message'
    | 'model-choice'
    | 'module'
    | 'module-change'
    | 'operator-key'
    | 'schedule'
    | 'simulation'
    | 'task'
    | 'wake';
  /** Served by an application that is not ours: its answers have forms of their own, but break nothing. */
  readonly foreign?: true;
  /** Where it redirects to, always. */
  readonly leadsTo?: string;
}

/** What is read of an OpenAPI document. */
interface Described {
  readonly 'x-needs'?: string;
  readonly 'x-below'?: string;
  readonly requestBody?: {
    readonly content: { readonly 'application/json': { readonly schema: { readonly $ref?: string } } };
  };
  readonly responses?: {
    readonly '302'?: { readonly headers?: { readonly Location?: { readonly description?: string } } };
  };
}

/** The bodies that hostile ones are made nearly like, by the names that the document gives them. */
const bodies: Readonly<Record<string, AttackedRoute['takes']>> = {
  ApprovalAnswer: 'approval',
  Completion: 'completion',
  KeyRotation: 'key-rotation',
  Message: 'message',
  NewHook: 'hook',
  NewTask: 'task',
  NewAgentKey: 'agent-key',
  NewOperatorKey: 'operator-key',
  NewSchedule: 'schedule',
};

/** The same for bodies without a name there, by method and path. */
const bodiesByPath: Readonly<Record<string, AttackedRoute['takes']>> = {
  'POST /modules': 'module',
  'PATCH /modules/{module}': 'module-change',
  'POST /modules/{module}/models': 'model-choice',
  'POST /pulse/simulate': 'simulation',
  'POST /hooks/wake': 'wake',
};

/** Every route that an OpenAPI document of consumer describes, and so every route there is. */
export function attackedRoutesOf(document: { readonly paths?: unknown }): AttackedRoute[] {
  const paths = Object.entries(document.paths as Readonly<Record<string, Record<string, Described>>>);
  return paths.flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => {
      const { $ref: named = '' } = described.requestBody?.content['application/json'].schema ?? {};
      const takes =
        bodies[named.replace('#/components/schemas/', '')] ?? bodiesByPath[`${method.toUpperCase()} ${path}`];
      const leadsTo = described.responses?.['302']?.headers?.Location?.description;
      return {
        method: method.toUpperCase() as AttackedRoute['method'],
        path: path.replace(/\{(\w+)\}/g, ':$1'),
        needs: described['x-needs'] as Needs,
        ...(takes === undefined ? {} : { takes }),
        ...(described['x-below'] === undefined ? {} : { foreign: true }),
        ...(leadsTo === undefined ? {} : { leadsTo }),
      };
    }),
  );
}
