import { branchesOf, isNull, isSchema, type JsonSchema, requiredOf } from './json-schema.ts';
import { isRecord } from './paths.ts';

/**
 * A value in which null that stands for absent is left out: of a property that may be absent, or that may not be null.
 * Null that the schema asks for stays, and null in a list, which is an item. What holds no null, as what our own code wrote, comes
 * back as it is; anything else is a copy.
 */
export function withoutNulls(value: unknown, schema: JsonSchema): unknown {
  return holdsNull(value) ? copy(value, [schema], schema) : value;
}

function holdsNull(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return value === null;
  return Array.isArray(value) ? value.some(holdsNull) : Object.values(value).some(holdsNull);
}

function copy(value: unknown, schemas: readonly JsonSchema[], root: JsonSchema): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const meant = schemas.flatMap((schema) => resolved(schema, root));
  if (Array.isArray(value)) {
    const items = meant.flatMap(({ items: each }) => (isSchema(each) ? [each] : []));
    return value.map((item) => copy(item, items, root));
  }
  if (!isRecord(value)) return value;
  const parts = Object.entries(value).flatMap(([name, part]) => {
    const own = meant.flatMap((schema) => propertyOf(schema, name));
    if (part === null && !meant.some((schema) => demandsNull(schema, name, root))) return [];
    return [[name, copy(part, own, root)] as const];
  });
  return Object.fromEntries(parts);
}

/** A schema without unions and references: what it can be. */
function resolved(schema: JsonSchema, root: JsonSchema, seen: readonly JsonSchema[] = []): JsonSchema[] {
  if (seen.includes(schema)) return [];
  const branches = branchesOf(schema) ?? referred(schema, root);
  if (branches === undefined) return [schema];
  return branches.flatMap((branch) => resolved(branch, root, [...seen, schema]));
}

function referred({ $ref }: JsonSchema, root: JsonSchema): JsonSchema[] | undefined {
  if (typeof $ref !== 'string') return undefined;
  if ($ref === '#') return [root];
  const definitions = root['$defs'];
  const target = isSchema(definitions) ? definitions[$ref.replace('#/$defs/', '')] : undefined;
  return isSchema(target) ? [target] : [];
}

function propertyOf(schema: JsonSchema, name: string): JsonSchema[] {
  const { properties } = schema;
  const own = isSchema(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
  return isSchema(own) ? [own] : [];
}

/** True where a property is asked for, by demand or with a default, and may be null. */
function demandsNull(schema: JsonSchema, name: string, root: JsonSchema): boolean {
  return propertyOf(schema, name).some(
    (own) => (requiredOf(schema).has(name) || 'default' in own) && resolved(own, root).some(isNull),
  );
}
