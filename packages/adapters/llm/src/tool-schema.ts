import { branchesOf, isSchema, type JsonSchema, namedParts, requiredOf } from './structured/json-schema.ts';

/** Deeper parts are left as they are: no tool of sense has them. */
const deepest = 24;

/**
 * The schema of a tool's arguments as every provider takes it. At the top it is an object without unions, since both OpenAI and
 * Anthropic refuse those: the alternatives become one object with the properties of all, of which none is demanded that one of them
 * can do without. A list always says what is in it. What is checked before a call runs is the tool's own schema.
 */
export function toolSchema(schema: object): JsonSchema {
  const given = schema as JsonSchema;
  const { allOf, anyOf: _any, const: _const, enum: _enum, not: _not, oneOf: _one, ...rest } = given;
  const alternatives = branchesOf(given) ?? [];
  const together = Array.isArray(allOf) ? allOf.filter(isSchema) : [];
  const parts = [given, ...together, ...alternatives];
  const properties = Object.fromEntries(parts.flatMap((part) => namedParts(part['properties'])));
  const required = new Set([
    ...[given, ...together].flatMap((part) => [...requiredOf(part)]),
    ...Object.keys(properties).filter(
      (name) => alternatives.length > 0 && alternatives.every((part) => requiredOf(part).has(name)),
    ),
  ]);
  return withItems(
    {
      ...rest,
      type: 'object',
      properties,
      ...(required.size === 0 ? {} : { required: [...required] }),
    },
    0,
  );
}

function withItems(schema: JsonSchema, level: number): JsonSchema {
  if (level > deepest) return schema;
  const parts = Object.entries(schema).map(([keyword, value]): [string, unknown] => [
    keyword,
    partOf(value, level + 1),
  ]);
  const { items, type } = schema;
  const isList = type === 'array' || (Array.isArray(type) && type.includes('array'));
  const named = Object.fromEntries<unknown>(parts);
  return isList && !isSchema(items) ? { ...named, items: {} } : named;
}

function partOf(value: unknown, level: number): unknown {
  if (Array.isArray(value)) return value.map((one: unknown) => (isSchema(one) ? withItems(one, level) : one));
  return isSchema(value) ? withItems(value, level) : value;
}
