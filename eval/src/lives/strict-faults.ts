/** What OpenAI's strict mode refuses in a schema, as sentences with the path of the place. */
export function strictFaults(schema: unknown, path = '$'): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const own = schema as Readonly<Record<string, unknown>>;
  const found: string[] = [];
  if (typeof own['properties'] === 'object' && own['properties'] !== null) {
    const required = new Set((own['required'] ?? []) as readonly string[]);
    if (own['additionalProperties'] !== false) found.push(`${path}: additionalProperties must be false`);
    for (const name of Object.keys(own['properties']))
      if (!required.has(name)) found.push(`${path}: "${name}" must be in required`);
    for (const [name, inner] of Object.entries(own['properties']))
      found.push(...strictFaults(inner, `${path}.${name}`));
  }
  if ('default' in own) found.push(`${path}: default is not permitted`);
  if ('oneOf' in own || 'allOf' in own) found.push(`${path}: oneOf and allOf are not permitted`);
  for (const name of ['items', 'anyOf', '$defs', 'definitions']) {
    const inner = own[name];
    if (typeof inner !== 'object' || inner === null) continue;
    const parts = name === 'items' ? [['items', inner] as const] : Object.entries(inner);
    for (const [part, each] of parts) found.push(...strictFaults(each, `${path}.${part}`));
  }
  return found;
}
