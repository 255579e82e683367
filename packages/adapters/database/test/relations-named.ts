/** Words after which a relation is named, and those that end a list of them. */
const opens = new Set(['from', 'join', 'into', 'update', 'using', 'table']);
const closes = new Set([
  'where',
  'group',
  'order',
  'having',
  'limit',
  'offset',
  'window',
  'set',
  'returning',
  'union',
  'intersect',
  'except',
  'values',
  'select',
  'loop',
  'do',
]);
const between = new Set(['only', 'lateral']);

/**
 * The relations of `known` that a function's body reads or writes by their bare name, where a search path decides which relation
 * is meant. Comments and literals are left out; what stands after FROM, JOIN, INTO, UPDATE, USING and TABLE counts, with commas.
 */
export function bareRelations(body: string, known: ReadonlySet<string>): string[] {
  const tokens =
    body
      .replaceAll(/--[^\n]*|\/\*[^]*?\*\/|'(?:[^']|'')*'/g, ' ')
      .toLowerCase()
      .match(/"[^"]+"|[a-z_]\w*|\S/g) ?? [];
  const found = new Set<string>();
  /** One for each open parenthesis: whether a list of relations is going on there. */
  const lists = [false];
  let expected = false;
  for (const [at, token] of tokens.entries()) {
    if (opens.has(token)) {
      lists[lists.length - 1] = true;
      expected = true;
      continue;
    }
    if (between.has(token) && expected) continue;
    const name = token.replaceAll('"', '');
    if (expected && known.has(name) && tokens[at + 1] !== '.') found.add(name);
    if (token === '(') lists.push(expected);
    else if (token === ')') lists.pop();
    else if (closes.has(token) || token === ';') lists[lists.length - 1] = false;
    // A list in parentheses begins with a relation, and each comma of a list is followed by one.
    expected = (token === '(' && expected) || (token === ',' && lists.at(-1) === true);
  }
  return [...found].sort();
}
