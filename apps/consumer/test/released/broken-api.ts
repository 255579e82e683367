type Json = Readonly<Record<string, unknown>>;

/** As much of an OpenAPI document as is compared. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Json>> };
}

interface Operation {
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly schema?: Json;
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: Json }>> };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: Json }>> }>
  >;
}

/** Which way a value goes: what a client sends must still be taken, what it reads must still be there. */
type Way = 'sent' | 'read';

/**
 * What of a released API a later one does not keep, a sentence each: a client of the release would fail there. Fields, routes and answers may
 * be added; what a client sends may not become required, and what it reads may not go or change its type.
 */
export function brokenApi(released: ApiDocument, present: ApiDocument): string[] {
  return Object.entries(released.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, was]) => {
      const at = `${method.toUpperCase()} ${path}`;
      const is = present.paths[path]?.[method];
      return is === undefined ? [`${at}: gone`] : brokenOperation(at, was, is, released, present);
    }),
  );
}

function brokenOperation(
  at: string,
  was: Operation,
  is: Operation,
  released: ApiDocument,
  present: ApiDocument,
): string[] {
  const compare = (where: string, old: Json | undefined, now: Json | undefined, way: Way): string[] =>
    old === undefined
      ? []
      : now === undefined
        ? [`${where}: gone`]
        : brokenSchema(where, old, now, way, { released, present, seen: new Set() });
  const known = new Map((was.parameters ?? []).map((one) => [`${one.in} ${one.name}`, one]));
  const parameters = (is.parameters ?? []).flatMap((one) => {
    const old = known.get(`${one.in} ${one.name}`);
    if (old === undefined)
      return one.required === true ? [`${at}: ${one.in} ${one.name} is required now`] : [];
    return compare(`${at}: ${one.name}`, old.schema, one.schema, 'sent');
  });
  const kept = new Set((is.parameters ?? []).map((one) => `${one.in} ${one.name}`));
  const lost = [...known.keys()].filter((name) => !kept.has(name)).map((name) => `${at}: ${name} is gone`);
  const type = 'application/json';
  const body = compare(
    `${at}: body`,
    was.requestBody?.content[type]?.schema,
    is.requestBody?.content[type]?.schema,
    'sent',
  );
  const answers = Object.entries(was.responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([status, { content = {} }]) => {
      const now = is.responses[status];
      if (now === undefined) return [`${at}: answer ${status} is gone`];
      return Object.entries(content).flatMap(([kind, { schema }]) =>
        compare(`${at}: answer ${status}`, schema, now.content?.[kind]?.schema, 'read'),
      );
    });
  return [...parameters, ...lost, ...body, ...answers];
}

interface Sides {
  readonly released: ApiDocument;
  readonly present: ApiDocument;
  /** Pairs of named schemas that are being compared: some contain themselves. */
  readonly seen: Set<string>;
}

function brokenSchema(where: string, old: Json, now: Json, way: Way, sides: Sides): string[] {
  const pair = `${named(old) ?? ''} ${named(now) ?? ''} ${way}`;
  if (pair.trim() !== way) {
    if (sides.seen.has(pair)) return [];
    sides.seen.add(pair);
  }
  const was = resolved(old, sides.released);
  const is = resolved(now, sides.present);
  const choices = alternatives(was);
  const nowChoices = alternatives(is);
  if (choices.length > 1 || nowChoices.length > 1)
    return brokenChoice(where, choices, nowChoices, way, sides);
  if (was['type'] !== undefined && is['type'] !== undefined && !sameType(was['type'], is['type'], way))
    return [`${where}: was ${typeWords(was['type'])}, is ${typeWords(is['type'])}`];
  return [
    ...brokenEnum(where, was, is, way),
    ...brokenProperties(where, was, is, way, sides),
    ...(isObject(was['items']) && isObject(is['items'])
      ? brokenSchema(`${where}[]`, was['items'], is['items'], way, sides)
      : []),
  ];
}

/** A choice is kept if each form that is sent has one that takes it, and each form that may be read was one before. */
function brokenChoice(
  where: string,
  was: readonly Json[],
  is: readonly Json[],
  way: Way,
  sides: Sides,
): string[] {
  const fits = (old: Json, now: Json): boolean =>
    brokenSchema(where, old, now, way, { ...sides, seen: new Set(sides.seen) }).length === 0;
  // Other new forms may be read: clients ignore what they do not know.
  const isNull = ({ type }: Json): boolean => type === 'null';
  const mayBeNull =
    way === 'read' && is.some(isNull) && !was.some(isNull) ? [`${where}: may be null now`] : [];
  const lost = was.some((old) => !is.some((now) => fits(old, now)));
  return [...mayBeNull, ...(lost ? [`${where}: one of its forms is gone or changed`] : [])];
}

function brokenEnum(where: string, was: Json, is: Json, way: Way): string[] {
  const old = constants(was);
  const now = constants(is);
  if (way === 'read' || now === undefined) return [];
  if (old === undefined) return [`${where}: only ${JSON.stringify(now)} is taken now`];
  const lost = old.filter((value) => !now.includes(value));
  return lost.length === 0 ? [] : [`${where}: ${JSON.stringify(lost)} is not taken any more`];
}

function brokenProperties(where: string, was: Json, is: Json, way: Way, sides: Sides): string[] {
  const old = isObject(was['properties']) ? was['properties'] : {};
  const now = isObject(is['properties']) ? is['properties'] : {};
  const oldRequired = new Set(strings(was['required']));
  const nowRequired = new Set(strings(is['required']));
  const kept = Object.entries(old).flatMap(([name, schema]) => {
    const at = `${where}.${name}`;
    const found = now[name];
    if (!isObject(found)) return [`${at}: gone`];
    if (way === 'read' && oldRequired.has(name) && !nowRequired.has(name))
      return [`${at}: may be missing now`];
    return isObject(schema) ? brokenSchema(at, schema, found, way, sides) : [];
  });
  const asked =
    way === 'sent'
      ? [...nowRequired]
          .filter((name) => !oldRequired.has(name))
          .map((name) => `${where}.${name}: required now`)
      : [];
  return [...kept, ...asked];
}

function alternatives(schema: Json): readonly Json[] {
  const choice = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(choice)) return choice.filter(isObject);
  const { type } = schema;
  return Array.isArray(type) ? type.map((one: unknown) => ({ ...schema, type: one })) : [schema];
}

function constants(schema: Json): readonly unknown[] | undefined {
  if ('const' in schema) return [schema['const']];
  return Array.isArray(schema['enum']) ? schema['enum'] : undefined;
}

/** A whole number may be read where a number was; a number may be sent where a whole one was. */
function sameType(was: unknown, is: unknown, way: Way): boolean {
  const pair = way === 'read' ? [was, is] : [is, was];
  return was === is || (pair[0] === 'number' && pair[1] === 'integer');
}

/** One type, or the list of those that are allowed, as a document has it. */
function typeWords(type: unknown): string {
  return typeof type === 'string' ? type : JSON.stringify(type);
}

function named(schema: Json): string | undefined {
  const ref = schema['$ref'];
  return typeof ref === 'string' ? ref.split('/').at(-1) : undefined;
}

function resolved(schema: Json, { components }: ApiDocument): Json {
  const name = named(schema);
  return name === undefined ? schema : (components.schemas[name] ?? {});
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function strings(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}
