/**
 * What OpenAI publishes of the schemas that its strict mode takes, as a checker of its own: it shares nothing with the code that
 * makes such schemas. Where only some models take a keyword (lengths, bounds, patterns, formats), it is refused here.
 */

type Schema = Readonly<Record<string, unknown>>;

/** The keywords that every model takes. */
const taken: ReadonlySet<string> = new Set([
  'type',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'enum',
  'const',
  'anyOf',
  '$ref',
  '$defs',
  'definitions',
  'title',
  'description',
]);

const types: ReadonlySet<unknown> = new Set([
  'object',
  'array',
  'string',
  'number',
  'integer',
  'boolean',
  'null',
]);

/** How much of each there may be. */
const most = { depth: 10, properties: 5_000, enums: 1_000, text: 120_000, longEnum: 250, longText: 15_000 };

class Refused extends Error {}

/** What OpenAI would say against a strict schema; undefined where it takes it. `name`: that of the format. */
export function strictRefusal(schema: unknown, name: string): string | undefined {
  try {
    if (!isSchema(schema) || schema['type'] !== 'object')
      throw new Refused(`schema must be a JSON Schema of 'type: "object"', got 'type: "${typeOf(schema)}"'.`);
    if ('anyOf' in schema) throw new Refused("root schema must not have 'anyOf'.");
    const sizes = { properties: 0, enums: 0, text: 0 };
    check(schema, [], 0, schema, sizes);
    if (sizes.properties > most.properties || sizes.enums > most.enums || sizes.text > most.text)
      throw new Refused('the schema is larger than the limits of properties, enum values or text.');
    return undefined;
  } catch (error) {
    if (error instanceof Refused) return `Invalid schema for response_format '${name}': ${error.message}`;
    throw error;
  }
}

function check(
  schema: Schema,
  at: readonly string[],
  depth: number,
  root: Schema,
  sizes: { properties: number; enums: number; text: number },
): void {
  const context = `In context=(${at.map((step) => `'${step}'`).join(', ')})`;
  for (const keyword of Object.keys(schema)) {
    if (!taken.has(keyword)) throw new Refused(`${context}, '${keyword}' is not permitted.`);
  }
  const below = (part: unknown, step: readonly string[], level: number): void => {
    if (!isSchema(part)) throw new Refused(`${context}, a schema is expected at '${step.join('.')}'.`);
    check(part, [...at, ...step], level, root, sizes);
  };
  for (const keyword of ['$defs', 'definitions']) {
    const definitions = schema[keyword];
    if (definitions !== undefined && at.length > 0)
      throw new Refused(`${context}, '${keyword}' is not permitted.`);
    for (const [name, definition] of Object.entries(definitions ?? {})) {
      sizes.text += name.length;
      below(definition, [keyword, name], 0);
    }
  }
  if ('$ref' in schema) {
    if (Object.keys(schema).length > 1) throw new Refused(`${context}, $ref cannot have keywords beside it.`);
    const target = String(schema['$ref']);
    if (target !== '#' && !refers(root, target))
      throw new Refused(`${context}, reference to '${target}' not found.`);
    return;
  }
  if (Array.isArray(schema['anyOf'])) {
    for (const [index, branch] of schema['anyOf'].entries()) below(branch, ['anyOf', String(index)], depth);
    return;
  }
  const own = Array.isArray(schema['type']) ? schema['type'] : [schema['type']];
  if (!own.every((type) => types.has(type))) throw new Refused(`${context}, schema must have a 'type' key.`);
  if (Array.isArray(schema['enum'])) {
    const chars = schema['enum'].reduce((sum: number, value) => sum + String(value).length, 0);
    sizes.enums += schema['enum'].length;
    sizes.text += chars;
    if (schema['enum'].length > most.longEnum && chars > most.longText)
      throw new Refused(`${context}, the text of this large enum is too long.`);
  }
  if (own.includes('array')) {
    if (!('items' in schema)) throw new Refused(`${context}, array schema missing items.`);
    below(schema['items'], ['items'], depth);
  }
  if (own.includes('object')) checkObject(schema, context, depth, below, sizes);
}

function checkObject(
  schema: Schema,
  context: string,
  depth: number,
  below: (part: unknown, step: readonly string[], level: number) => void,
  sizes: { properties: number; text: number },
): void {
  if (depth + 1 > most.depth)
    throw new Refused(`${depth + 1} levels of nesting exceeds limit of ${most.depth}.`);
  if (schema['additionalProperties'] !== false)
    throw new Refused(`${context}, 'additionalProperties' is required to be supplied and to be false.`);
  const names = Object.keys((schema['properties'] ?? {}) as object);
  const required = schema['required'];
  const missing = names.find((name) => !Array.isArray(required) || !required.includes(name));
  if (missing !== undefined)
    throw new Refused(
      `${context}, 'required' is required to be supplied and to be an array including every key in properties. Missing '${missing}'.`,
    );
  const listed = (Array.isArray(required) ? required : []) as readonly unknown[];
  const extra = listed.find((name) => !names.some((own) => own === name));
  if (extra !== undefined)
    throw new Refused(`${context}, extra required key ${JSON.stringify(extra)} supplied.`);
  for (const [name, property] of Object.entries((schema['properties'] ?? {}) as object)) {
    sizes.properties += 1;
    sizes.text += name.length;
    below(property, ['properties', name], depth + 1);
  }
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function typeOf(schema: unknown): string {
  const type = isSchema(schema) ? schema['type'] : undefined;
  return typeof type === 'string' ? type : 'None';
}

function refers(root: Schema, target: string): boolean {
  const [, keyword = '', name = ''] = /^#\/([^/]+)\/([^/]+)$/.exec(target) ?? [];
  const definitions = root[keyword];
  return isSchema(definitions) && name in definitions;
}
