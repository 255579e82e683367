import type { z } from 'zod';
import {
  branchesOf,
  describeSchema,
  isNull,
  isSchema,
  type JsonSchema,
  namedParts,
  requiredOf,
} from './json-schema.ts';
import { isWithinLimits } from './schema-limits.ts';

/**
 * How a server wants what may be absent. `nullable`: every property is required and null says that there is nothing, as OpenAI's
 * strict mode demands and servers with grammars understand. `optional`: it is left out, since Anthropic counts unions and refuses
 * more than a few.
 */
export type SchemaDialect = 'nullable' | 'optional';

/** A schema as it is sent. */
export interface SentSchema {
  readonly schema: JsonSchema;
  /** True where it says all that strict servers ask for; else they may only be shown it. */
  readonly strict: boolean;
}

const sent: Readonly<Record<SchemaDialect, WeakMap<z.ZodType, SentSchema>>> = {
  nullable: new WeakMap(),
  optional: new WeakMap(),
};

/**
 * A schema of ours in the few words that every provider takes: types, properties, lists, enumerations, unions and references.
 * Lengths, bounds, patterns, formats and defaults are left out; they are checked when the answer is read. A property with a
 * default is asked for like any other. What these words cannot say (maps, tuples, intersections) is said as well as it can be,
 * and not as strict.
 */
export function sentSchema(schema: z.ZodType, dialect: SchemaDialect): SentSchema {
  const known = sent[dialect].get(schema) ?? convert(describeSchema(schema), dialect);
  sent[dialect].set(schema, known);
  return known;
}

function convert(described: JsonSchema, dialect: SchemaDialect): SentSchema {
  const work: Work = { dialect, whole: true };
  const root = part(described, work);
  const definitions = namedParts(described['$defs']).map(([name, one]): [string, JsonSchema] => [
    name,
    part(one, work),
  ]);
  const schema: JsonSchema =
    definitions.length === 0 ? root : { ...root, $defs: Object.fromEntries<unknown>(definitions) };
  return { schema, strict: work.whole && root['type'] === 'object' && isWithinLimits(schema) };
}

interface Work {
  readonly dialect: SchemaDialect;
  /** False once something could not be said. */
  whole: boolean;
}

function part(schema: JsonSchema, work: Work): JsonSchema {
  const description = typeof schema['description'] === 'string' ? { description: schema['description'] } : {};
  // Beside a reference nothing may stand.
  if (typeof schema['$ref'] === 'string') return { $ref: schema['$ref'] };
  return { ...bare(schema, work), ...description };
}

function bare(schema: JsonSchema, work: Work): JsonSchema {
  const branches = branchesOf(schema);
  if (branches !== undefined) return union(branches.map((branch) => part(branch, work)));
  if ('const' in schema) return enumeration([schema['const']], work);
  if (Array.isArray(schema['enum'])) return enumeration(schema['enum'], work);
  const { type } = schema;
  switch (type) {
    case 'object':
      return objectOf(schema, work);
    case 'array':
      return listOf(schema, work);
    case 'string':
    case 'number':
    case 'integer':
    case 'boolean':
    case 'null':
      return { type };
    default:
      work.whole = false;
      return {};
  }
}

function objectOf(schema: JsonSchema, work: Work): JsonSchema {
  if (!isSchema(schema['properties']) && schema['additionalProperties'] !== false) {
    work.whole = false;
    return { type: 'object' };
  }
  const required = requiredOf(schema);
  const entries = namedParts(schema['properties']).map(([name, own]) => {
    const mayLack = !required.has(name) && !('default' in own);
    const converted = part(own, work);
    if (!mayLack) return { name, schema: converted, asked: true };
    return work.dialect === 'nullable'
      ? { name, schema: union([converted, { type: 'null' }]), asked: true }
      : { name, schema: withoutNull(converted), asked: false };
  });
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map((entry) => [entry.name, entry.schema])),
    required: entries.filter(({ asked }) => asked).map(({ name }) => name),
    additionalProperties: false,
  };
}

function listOf(schema: JsonSchema, work: Work): JsonSchema {
  const { items } = schema;
  if (isSchema(items) && !('prefixItems' in schema)) return { type: 'array', items: part(items, work) };
  work.whole = false;
  return { type: 'array', items: {} };
}

function enumeration(values: readonly unknown[], work: Work): JsonSchema {
  const kinds = [...new Set(values.map(kindOf))];
  if (kinds.some((kind) => kind === undefined)) {
    work.whole = false;
    return {};
  }
  const each = kinds.map((kind) =>
    kind === 'null' ? { type: kind } : { type: kind, enum: values.filter((value) => kindOf(value) === kind) },
  );
  return union(each);
}

function kindOf(value: unknown): string | undefined {
  if (value === null) return 'null';
  const kind = typeof value;
  return kind === 'string' || kind === 'number' || kind === 'boolean' ? kind : undefined;
}

/** A union without unions in it and without the same branch twice; of one branch it is that branch. */
function union(branches: readonly JsonSchema[]): JsonSchema {
  const flat = branches.flatMap((branch) => branchesOf(branch) ?? [branch]);
  const byText = new Map(flat.map((branch) => [JSON.stringify(branch), branch]));
  const different = [...byText.values()].toSorted((a, b) => Number(isNull(a)) - Number(isNull(b)));
  const [only] = different;
  return different.length === 1 && only !== undefined ? only : { anyOf: different };
}

function withoutNull(schema: JsonSchema): JsonSchema {
  const branches = branchesOf(schema);
  if (branches === undefined) return schema;
  const { anyOf: _anyOf, ...rest } = schema;
  return { ...union(branches.filter((branch) => !isNull(branch))), ...rest };
}
