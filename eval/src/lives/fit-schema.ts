type Schema = Readonly<Record<string, unknown>>;

/**
 * What a server that writes by a grammar would have made of an answer: every property that the schema demands and no other, words of
 * a choice that are allowed, lists and texts within their bounds. What has no place in the schema falls away.
 */
export function fitToSchema(value: unknown, schema: Schema, root: Schema = schema): unknown {
  const own = resolve(schema, root);
  const variants = (own['anyOf'] ?? own['oneOf']) as readonly Schema[] | undefined;
  if (variants !== undefined) {
    if (value === undefined || value === null)
      return variants.some((one) => takes(resolve(one, root), 'null')) ? null : value;
    const other = variants.map((one) => resolve(one, root)).find((one) => !takes(one, 'null'));
    return other === undefined ? value : fitToSchema(value, other, root);
  }
  if ((value === undefined || value === null) && takes(own, 'null')) return null;
  if (Array.isArray(own['enum'])) return fitChoice(value, own['enum']);
  if (takes(own, 'object') && own['properties'] !== undefined) return fitObject(value, own, root);
  if (takes(own, 'array')) {
    const items = Array.isArray(value) ? value : [];
    const most = typeof own['maxItems'] === 'number' ? own['maxItems'] : items.length;
    const inner = (own['items'] ?? {}) as Schema;
    return items.slice(0, most).map((item) => fitToSchema(item, inner, root));
  }
  if (value === undefined) return takes(own, 'string') ? '' : takes(own, 'boolean') ? false : 0;
  if (typeof value === 'string' && typeof own['maxLength'] === 'number')
    return value.slice(0, own['maxLength']);
  return value;
}

function fitObject(value: unknown, schema: Schema, root: Schema): object {
  const given = (typeof value === 'object' && value !== null ? value : {}) as Readonly<
    Record<string, unknown>
  >;
  const required = (schema['required'] ?? []) as readonly string[];
  const properties = Object.entries(schema['properties'] as Readonly<Record<string, Schema>>);
  return Object.fromEntries(
    properties
      .filter(([name]) => given[name] !== undefined || required.includes(name))
      .map(([name, inner]) => [name, fitToSchema(given[name], inner, root)]),
  );
}

/** The word itself, or the most general one: by custom the last. */
function fitChoice(value: unknown, choices: readonly unknown[]): unknown {
  if (choices.includes(value)) return value;
  return choices.findLast((choice) => choice !== null) ?? null;
}

function takes(schema: Schema, type: string): boolean {
  const own = schema['type'];
  if (type === 'null' && Array.isArray(schema['enum']) && schema['enum'].includes(null)) return true;
  return own === type || (Array.isArray(own) && own.includes(type));
}

function resolve(schema: Schema, root: Schema): Schema {
  const ref = schema['$ref'];
  if (typeof ref !== 'string') return schema;
  const path = ref
    .replace(/^#\/?/, '')
    .split('/')
    .filter((part) => part !== '');
  return path.reduce<Schema>((at, part) => (at[part] ?? {}) as Schema, root);
}
