import * as contracts from '@salience/contracts';
import { z } from 'zod';
import { operatorCookie, personCookie } from '../http/session-cookie.ts';
import { headerBytesMax, headersMax } from '../http/http-limits.ts';
import { bodyBytesMax } from '../http/read-input.ts';
import type { Answer, Needs, Route } from '../http/route.ts';

type Json = Record<string, unknown>;

/** The version of the API: what is in it stays. */
export const apiVersion = '1';

/** Contracts with a name of their own in the document. */
const named: Readonly<Record<string, z.ZodType>> = {
  Problem: contracts.problemSchema,
  Turn: contracts.turnViewSchema,
  TurnExplanation: contracts.turnExplanationSchema,
  Accepted: contracts.acceptedSchema,
  Cancelled: contracts.cancelledSchema,
  Message: contracts.messageRequestSchema,
  Completion: contracts.completionRequestSchema,
  StreamEvent: contracts.streamEventSchema,
  Thread: contracts.threadViewSchema,
  HistoryItem: contracts.historyItemSchema,
  MemoryHit: contracts.memoryHitSchema,
  KeptItem: contracts.keptItemSchema,
  MemoryItem: contracts.memoryItemViewSchema,
  RememberedItem: contracts.rememberedItemSchema,
  MemoryStatement: contracts.statementViewSchema,
  MemoryDay: contracts.memoryDaySchema,
  MemoryGraph: contracts.memoryGraphViewSchema,
  ListedForgetting: contracts.forgettingListItemSchema,
  Person: contracts.personViewSchema,
  ForgetRequest: contracts.forgetRequestSchema,
  Forgetting: contracts.forgettingViewSchema,
  MemoryAudit: contracts.memoryAuditViewSchema,
  Autobiography: contracts.autobiographyViewSchema,
  ApprovalAnswer: contracts.approvalAnswerSchema,
  Schedule: contracts.scheduleViewSchema,
  ScheduleDetail: contracts.scheduleDetailSchema,
  Occurrence: contracts.occurrenceViewSchema,
  NewSchedule: contracts.scheduleRequestSchema,
  Task: contracts.taskViewSchema,
  TaskDetail: contracts.taskDetailSchema,
  NewTask: contracts.taskRequestSchema,
  Plan: contracts.planSchema,
  Hook: contracts.hookViewSchema,
  NewHook: contracts.hookRequestSchema,
  HookTaken: contracts.hookTakenSchema,
  Inbound: contracts.inboundViewSchema,
  PulseEvent: contracts.pulseEventViewSchema,
  Fingerprint: contracts.fingerprintSchema,
  Module: contracts.moduleViewSchema,
  Judgement: contracts.judgementViewSchema,
  Activation: contracts.activationViewSchema,
  Policy: contracts.policyViewSchema,
  PolicyDetail: contracts.policyDetailSchema,
  PolicyVersion: contracts.policyVersionViewSchema,
  PolicyChange: contracts.policyChangeViewSchema,
  PolicyDiff: contracts.policyDiffViewSchema,
  NewPolicyRequest: contracts.policyRequestBodySchema,
  PolicyRequest: contracts.policyRequestViewSchema,
  Label: contracts.labelViewSchema,
  PolicySeries: contracts.policySeriesSchema,
  RoutingShares: contracts.routingSharesSchema,
  RoutingCalibration: contracts.routingCalibrationSchema,
  Drifted: contracts.driftedViewSchema,
  DriftedDetail: contracts.driftedDetailSchema,
  Goal: contracts.goalViewSchema,
  NewGoal: contracts.newGoalSchema,
  GoalChange: contracts.goalChangeSchema,
  Evaluate: contracts.evaluateRequestSchema,
  Evaluation: contracts.evaluationViewSchema,
  EvaluatedAction: contracts.actionViewSchema,
  ActionOutcome: contracts.outcomeRequestSchema,
  NewThought: contracts.newThoughtSchema,
  Thought: contracts.thoughtViewSchema,
  Synthesis: contracts.synthesisViewSchema,
  PfcConfig: contracts.configViewSchema,
  PfcStats: contracts.pfcStatsSchema,
  Hand: contracts.handViewSchema,
  HeardMessage: contracts.heardMessageSchema,
  Heard: contracts.heardViewSchema,
  Agent: contracts.agentViewSchema,
  AgentIdentity: contracts.agentIdentityViewSchema,
  Channel: contracts.channelViewSchema,
  AgentKey: contracts.agentKeyViewSchema,
  OperatorKey: contracts.operatorKeyViewSchema,
  ServerAnswer: contracts.serverAnswerSchema,
  ServerAnswered: contracts.serverAnsweredSchema,
  NewAgentKey: contracts.newAgentKeySchema,
  NewOperatorKey: contracts.newOperatorKeySchema,
  KeyRotation: contracts.rotateKeySchema,
  MadeKey: contracts.madeKeyViewSchema,
  DeadLetter: contracts.deadLetterViewSchema,
  OperatorDeadLetter: contracts.operatorDeadLetterSchema,
  DeadLetterFilter: contracts.deadLetterFilterSchema,
  QuarantinedTurn: contracts.quarantinedTurnSchema,
  QuarantineDetail: contracts.quarantineDetailSchema,
  Lane: contracts.laneViewSchema,
  UsageSums: contracts.usageSumsSchema,
  Costs: contracts.costsViewSchema,
  ModelHealth: contracts.modelHealthViewSchema,
  AuditEntry: contracts.auditViewSchema,
  Fleet: contracts.fleetViewSchema,
  FleetEvent: contracts.fleetEventSchema,
  Worker: contracts.workerViewSchema,
  Queue: contracts.queueViewSchema,
  Session: contracts.sessionViewSchema,
  Readiness: contracts.readinessSchema,
};

const retryAfter = { 'Retry-After': { description: 'Seconds.', schema: { type: 'integer' } } };
const titles: Readonly<Record<number, string>> = {
  400: 'The request cannot be parsed.',
  401: 'No key, or an invalid one.',
  403: 'Not allowed for this caller.',
  404: 'Not found.',
  406: 'The answer is of no type that is accepted.',
  409: 'Not possible in this state.',
  410: 'It was forgotten.',
  413: 'Too large.',
  415: 'Not JSON.',
  422: 'The input does not match the schema.',
  429: 'Too many requests.',
  500: 'An internal error; the log has the reason under X-Request-ID.',
  503: 'Not now.',
  504: 'The answer takes longer than a request may last.',
};

const caller = {
  401: ['key.required', 'person.required'],
  403: ['host.refused', 'origin.refused', 'proxy.refused', 'agent.refused', 'key.scope'],
  404: ['agent.unknown'],
  429: ['key.throttled'],
  503: ['database.unavailable'],
};

/** Problems by audience. */
const audienceProblems: Readonly<Record<Needs, Readonly<Record<number, readonly string[]>>>> = {
  machine: caller,
  person: caller,
  operator: {
    401: ['operator.required', 'person.required'],
    403: ['host.refused', 'origin.refused', 'proxy.refused'],
    429: ['key.throttled'],
    503: ['database.unavailable'],
  },
  nothing: {},
};
const bodyProblems = {
  400: ['body.malformed', 'body.length', 'body.aborted', 'body.compression'],
  413: ['body.too-large'],
  415: ['body.type', 'body.charset', 'body.encoding'],
  422: ['body.invalid', 'body.nul'],
};
/** Problems of requests that match no route. */
const anywhere = {
  400: ['request.malformed', 'request.host', 'request.path', 'body.chunks'],
  404: ['route.unknown'],
  405: ['method.unknown'],
  408: ['request.timeout'],
  431: ['headers.too-large'],
  503: ['server.full'],
};
const security: Readonly<Record<Needs, Json[]>> = {
  machine: [{ agentKey: [] }, { personToken: [] }, { personSession: [] }, {}],
  person: [{ agentKey: [] }, { personToken: [] }, { personSession: [] }],
  operator: [{ operatorKey: [] }, { operatorSession: [] }, { personToken: [] }, { personSession: [] }],
  nothing: [{}],
};

/** Describes routes, as OpenAPI 3.1. */
export function openApiDocument(routes: readonly Route[]): Json {
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const place = route.path.replace(/:(\w+)/g, '{$1}');
    paths[place] = { ...paths[place], [route.method.toLowerCase()]: describe(route) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Salience',
      version: apiVersion,
      description: about,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: ['Turns', 'OpenAI', 'PFC', 'Memory', 'Operation', 'Probes', 'Pages'].map((name) => ({ name })),
    paths,
    'x-problems-anywhere': anywhere,
    components: {
      schemas: Object.fromEntries(
        Object.entries(named).map(([name, schema]) => [name, schemaOf(schema, false)]),
      ),
      securitySchemes: {
        agentKey: { type: 'http', scheme: 'bearer', description: 'A key of an agent, sk_…' },
        operatorKey: { type: 'http', scheme: 'bearer', description: 'A key of an operator, op_…' },
        operatorSession: { type: 'apiKey', in: 'cookie', name: operatorCookie.name },
        personToken: {
          type: 'http',
          scheme: 'bearer',
          description:
            'The token of the person of this machine, pt_…, from the file person-token of the home folder',
        },
        personSession: { type: 'apiKey', in: 'cookie', name: personCookie.name },
      },
    },
  };
}

const about = `Messages in, turns out. Errors are problem documents (RFC 9457) with a stable \`code\`.

On a loopback address no key is needed to talk to the agent \`default\` and to read what it has. What is a person's asks for the token of this machine's person (\`Authorization: Bearer pt_…\`) or for the key of an agent: answering a request for a yes, naming another agent in \`X-Agent\`, taking along or forgetting what is remembered; and operating, until an operator key exists. On any other address, and with SALIENCE_KEYS=required, every route asks for its key or the token.

Limits: a body of ${bodyBytesMax / 1024} KiB, a message of ${contracts.messageCharsMax} characters, ${headersMax} headers of ${headerBytesMax / 1024} KiB together; per agent, turns a minute and open turns as its settings say (429 with Retry-After). Streams: a comment every 15 s, \`detached\` at 360 s; resume by Last-Event-ID.`;

/** The authentication of a route, at the door or in the route itself. */
function audienceOf({ asksItself, needs }: Route): Needs {
  return asksItself ?? needs;
}

function describe(route: Route): Json {
  const problems = mergeProblems(route);
  const responses: Record<string, Json> = {};
  for (const [status, codes] of Object.entries(problems))
    responses[status] = problemResponse(Number(status), codes);
  for (const [status, answer] of Object.entries(route.answers)) responses[status] = response(answer);
  return {
    operationId: `${route.method} ${route.path}`
      .replace(/[^A-Za-z]+/g, '_')
      .replace(/_$/, '')
      .toLowerCase(),
    summary: route.does,
    ...(route.more === undefined ? {} : { description: route.more }),
    tags: [route.tag],
    security: security[audienceOf(route)],
    'x-needs': route.needs,
    ...parameters(route),
    ...(route.body === undefined ? {} : { requestBody: body(route) }),
    ...(route.rawBody === undefined ? {} : { requestBody: rawBody(route.rawBody) }),
    responses,
    ...(route.mount !== undefined ? { 'x-below': 'All paths below this one belong to the same page.' } : {}),
  };
}

function mergeProblems(route: Route): Record<number, string[]> {
  const merged: Record<number, string[]> = {};
  const sources = [
    audienceProblems[audienceOf(route)],
    route.body === undefined ? {} : bodyProblems,
    route.query === undefined ? {} : { 422: ['query.invalid', 'query.cursor'] },
    route.problems ?? {},
    { 500: ['internal'] },
  ];
  for (const source of sources) {
    for (const [status, codes] of Object.entries(source)) {
      const told = route.dialect === 'pfc' && status === '422' ? 400 : Number(status);
      merged[told] = [...new Set([...(merged[told] ?? []), ...codes])];
    }
  }
  return merged;
}

function problemResponse(status: number, codes: readonly string[]): Json {
  const schema = { allOf: [reference('Problem'), { properties: { code: { enum: codes } } }] };
  return {
    description: `${titles[status] ?? 'Refused.'} Codes: ${codes.join(', ')}.`,
    ...(status === 429 || status === 503 ? { headers: retryAfter } : {}),
    content: { 'application/problem+json': { schema } },
  };
}

function response(answer: Answer): Json {
  const headers = Object.entries(answer.headers ?? {}).map(([name, description]) => [
    name,
    { description, schema: { type: 'string' } },
  ]);
  return {
    description: answer.is,
    ...(headers.length === 0 ? {} : { headers: Object.fromEntries(headers) }),
    ...content(answer),
  };
}

function content({ json, events, type }: Answer): Json {
  if (json !== undefined) return { content: { 'application/json': { schema: schemaOf(json) } } };
  if (events !== undefined) {
    const schema = {
      type: 'string',
      description: 'Server-sent events; each `data` is JSON as x-event says.',
    };
    return { content: { 'text/event-stream': { schema, 'x-event': schemaOf(events) } } };
  }
  return type === undefined ? {} : { content: { [type]: { schema: { type: 'string' } } } };
}

function body(route: Route): Json {
  return {
    required: route.bodyOptional !== true,
    content: { 'application/json': { schema: schemaOf(route.body as z.ZodType) } },
  };
}

function rawBody(description: string): Json {
  return { required: true, description, content: { 'application/json': { schema: { type: 'object' } } } };
}

function parameters({ params = {}, query, headers = {} }: Route): Json {
  const list: Json[] = [];
  for (const [name, schema] of Object.entries(params)) {
    list.push({ name, in: 'path', required: true, schema: schemaOf(schema) });
  }
  for (const [name, schema] of Object.entries(query?.shape ?? {})) {
    const required = !(schema as z.ZodType).safeParse(undefined).success;
    list.push({ name, in: 'query', required, schema: schemaOf(schema as z.ZodType) });
  }
  for (const [name, description] of Object.entries(headers)) {
    list.push({ name, in: 'header', required: false, description, schema: { type: 'string' } });
  }
  return list.length === 0 ? {} : { parameters: list };
}

function reference(name: string): Json {
  return { $ref: `#/components/schemas/${name}` };
}

/** The JSON Schema of a contract as it is sent; named contracts inside it become references. */
function schemaOf(schema: z.ZodType, byName = true): Json {
  const found = Object.entries(named).find(([, one]) => one === schema)?.[0];
  if (byName && found !== undefined) return reference(found);
  const made = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const name = Object.entries(named).find(([, one]) => Object.is(one, zodSchema))?.[0];
      if (name === undefined || Object.is(zodSchema, schema)) return;
      for (const key of Object.keys(jsonSchema)) delete (jsonSchema as Json)[key];
      Object.assign(jsonSchema, reference(name));
    },
  });
  const { $schema: _dialect, ...rest } = made as Json;
  return rest;
}
