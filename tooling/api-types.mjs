// Writes the types of the public API, for the console and for the client that others install, from our own OpenAPI document, which is made
// from the routes of consumer; no server is needed. `node tooling/api-types.mjs` on the Node of this repository.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { openApiDocument } from '../apps/consumer/src/openapi/document.ts';
import { allRoutes } from '../apps/consumer/src/routes/all-routes.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** The files that are written, all with the same text, from the root of the repository. */
export const apiTypesFiles = ['apps/console/src/api/routes.gen.ts', 'packages/client/src/routes.gen.ts'];

const HEAD = `// Made by tooling/api-types.mjs from the OpenAPI document; do not edit.
/* eslint-disable */
`;

/** The text of these files, for the routes as they are now. */
export function apiTypes() {
  const { paths, components } = openApiDocument(allRoutes);
  const shapes = Object.entries(components.schemas)
    .map(([name, schema]) => `  ${key(name)}: ${typeOf(schema)};`)
    .join('\n');
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => routeType(method.toUpperCase(), path, described)),
  );
  return `${HEAD}
/** The named shapes of the API. */
export interface Shapes {
${shapes}
}

/** Every route by its method and path: what it takes, and what it answers when it succeeds. */
export interface Routes {
${routes.sort().join('\n')}
}
`;
}

function routeType(method, path, described) {
  const name = path.replaceAll(/\{(\w+)\}/g, ':$1');
  const inPlace = (place) => (described.parameters ?? []).filter((one) => one.in === place);
  const fields = [
    ['params', record(inPlace('path'))],
    ['query', record(inPlace('query'))],
    ['body', typeOf(described.requestBody?.content?.['application/json']?.schema)],
    ['answer', answerOf(described.responses)],
    ['events', eventsOf(described.responses)],
  ].filter(([, type]) => type !== undefined);
  return `  '${method} ${name}': { ${fields.map(([field, type]) => `${field}: ${type}`).join('; ')} };`;
}

function record(parameters) {
  if (parameters.length === 0) return undefined;
  const fields = parameters.map(
    ({ name, required, schema }) => `${key(name)}${required ? '' : '?'}: ${typeOf(schema)}`,
  );
  return `{ ${fields.join('; ')} }`;
}

/** What the statuses of success say; a route that answers nothing says undefined. */
function answerOf(responses) {
  const types = successes(responses).map((one) => typeOf(one.content?.['application/json']?.schema));
  const known = [...new Set(types.filter((type) => type !== undefined))];
  return known.length === 0 ? 'undefined' : known.join(' | ');
}

function eventsOf(responses) {
  const found = successes(responses).map((one) => one.content?.['text/event-stream']?.['x-event']);
  return typeOf(found.find((one) => one !== undefined));
}

function successes(responses) {
  return Object.entries(responses).flatMap(([status, one]) => (status.startsWith('2') ? [one] : []));
}

/** A JSON Schema as a type of TypeScript; undefined without a schema. */
function typeOf(schema) {
  if (schema === undefined) return undefined;
  if (schema === true) return 'unknown';
  if (schema.$ref !== undefined) return `Shapes[${JSON.stringify(schema.$ref.split('/').pop())}]`;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((one) => JSON.stringify(one)).join(' | ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return choices.map((one) => grouped(typeOf(one))).join(' | ');
  if (schema.allOf !== undefined) return schema.allOf.map((one) => grouped(typeOf(one))).join(' & ');
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type })).join(' | ');
  return typeByName(schema);
}

function typeByName(schema) {
  switch (schema.type) {
    case 'object':
      return objectOf(schema);
    case 'array':
      return arrayOf(schema);
    case 'integer':
      return 'number';
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return schema.type;
    default:
      return schema.properties === undefined ? 'unknown' : objectOf(schema);
  }
}

function arrayOf({ items, prefixItems }) {
  if (prefixItems !== undefined) return `[${prefixItems.map((one) => typeOf(one)).join(', ')}]`;
  return `${grouped(typeOf(items) ?? 'unknown')}[]`;
}

function objectOf({ properties = {}, required = [], additionalProperties }) {
  const fields = Object.entries(properties).map(
    ([name, schema]) => `${key(name)}${required.includes(name) ? '' : '?'}: ${typeOf(schema)}`,
  );
  if (fields.length > 0) return `{ ${fields.join('; ')} }`;
  const others = typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown';
  return `Record<string, ${others}>`;
}

const grouped = (type) => (type.includes(' | ') || type.includes(' & ') ? `(${type})` : type);
const key = (name) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const file of apiTypesFiles) writeFileSync(join(ROOT, file), apiTypes());
}
