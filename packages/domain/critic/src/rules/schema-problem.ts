import { isObject } from '../reading/read-result.ts';

const depthMax = 12;

/**
 * The first thing in which a value breaks a JSON schema, or null. Knows type, const, enum, required, properties,
 * additionalProperties: false, items, minimum, maximum, minItems, minLength; other keywords hold nothing back.
 */
export function schemaProblem(value: unknown, schema: unknown, path: string, depth = 0): string | null {
  if (!isObject(schema) || depth > depthMax) return null;
  const here = path === '' ? 'the whole' : path;
  const { type, enum: allowed } = schema;
  const wanted = (Array.isArray(type) ? type : [type]).filter(
    (one): one is string => typeof one === 'string',
  );
  if (wanted.length > 0 && !wanted.some((one) => isOfType(value, one))) {
    return `${here} should be ${wanted.join(' or ')}`;
  }
  if ('const' in schema && JSON.stringify(schema['const']) !== JSON.stringify(value)) {
    return `${here} should be ${JSON.stringify(schema['const'])}`;
  }
  if (Array.isArray(allowed) && !isOneOf(value, allowed)) {
    return `${here} is none of the allowed values`;
  }
  if (Array.isArray(value)) return listProblem(value, schema, path, depth);
  if (isObject(value)) return objectProblem(value, schema, path, depth);
  return scalarProblem(value, schema, here);
}

function isOneOf(value: unknown, allowed: readonly unknown[]): boolean {
  const written = JSON.stringify(value);
  return allowed.some((one) => JSON.stringify(one) === written);
}

function isOfType(value: unknown, type: string): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isObject(value);
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type;
}

function objectProblem(
  value: Readonly<Record<string, unknown>>,
  schema: Readonly<Record<string, unknown>>,
  path: string,
  depth: number,
): string | null {
  const named: readonly unknown[] = Array.isArray(schema['required']) ? schema['required'] : [];
  const required = named.filter((key) => typeof key === 'string');
  const missing = required.find((key) => !Object.hasOwn(value, key));
  if (missing !== undefined) return `${path === '' ? '' : `${path}.`}${missing} is missing`;
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  for (const [key, item] of Object.entries(value)) {
    const at = path === '' ? key : `${path}.${key}`;
    if (!Object.hasOwn(properties, key)) {
      if (schema['additionalProperties'] === false) return `${at} is not expected`;
      continue;
    }
    const problem = schemaProblem(item, properties[key], at, depth + 1);
    if (problem !== null) return problem;
  }
  return null;
}

function listProblem(
  value: readonly unknown[],
  schema: Readonly<Record<string, unknown>>,
  path: string,
  depth: number,
): string | null {
  const { minItems, items } = schema;
  if (typeof minItems === 'number' && value.length < minItems) return `${path} has too few entries`;
  for (const [index, item] of value.entries()) {
    const problem = schemaProblem(item, items, `${path}[${index}]`, depth + 1);
    if (problem !== null) return problem;
  }
  return null;
}

function scalarProblem(
  value: unknown,
  schema: Readonly<Record<string, unknown>>,
  here: string,
): string | null {
  const { minimum, maximum, minLength } = schema;
  if (typeof value === 'number' && typeof minimum === 'number' && value < minimum)
    return `${here} is below ${minimum}`;
  if (typeof value === 'number' && typeof maximum === 'number' && value > maximum)
    return `${here} is above ${maximum}`;
  if (typeof value === 'string' && typeof minLength === 'number' && value.length < minLength)
    return `${here} is too short`;
  return null;
}
