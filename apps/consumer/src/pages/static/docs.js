// Shows /openapi.json: routes by group, with parameters, bodies, answers and problems.
const byId = (id) => document.getElementById(id);

function element(name, text, className) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  if (className) made.className = className;
  return made;
}

/** Text with `code` in it, as elements. */
function prose(text, name = 'p', className = '') {
  const made = element(name, undefined, className);
  text.split('`').forEach((part, index) => made.append(index % 2 === 1 ? element('code', part) : part));
  return made;
}

let schemas = {};

/** A schema as short text, in the manner of a type; a named one once inside itself is only named. */
function shape(schema, indent = '', open = []) {
  if (schema === undefined) return 'anything';
  if (schema.$ref) {
    const name = schema.$ref.split('/').pop();
    if (open.includes(name)) return name;
    return shape(schemas[name], indent, [...open, name]);
  }
  if (schema.allOf) return schema.allOf.map((one) => shape(one, indent, open)).join(' & ');
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices) return choices.map((one) => shape(one, indent, open)).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(' | ');
  if (schema.type === 'array') return `${wrapped(shape(schema.items, indent, open))}[]`;
  if (schema.properties) return fields(schema, indent, open);
  if (schema.additionalProperties) return `{ [name]: ${shape(schema.additionalProperties, indent, open)} }`;
  return plain(schema);
}

function wrapped(text) {
  return text.includes(' | ') && !text.startsWith('{') ? `(${text})` : text;
}

function fields(schema, indent, open) {
  const required = new Set(schema.required ?? []);
  const inner = `${indent}  `;
  const lines = Object.entries(schema.properties).map(
    ([name, one]) => `${inner}${name}${required.has(name) ? '' : '?'}: ${shape(one, inner, open)}`,
  );
  return `{\n${lines.join('\n')}\n${indent}}`;
}

function plain(schema) {
  const kind = Array.isArray(schema.type) ? schema.type.join(' | ') : (schema.type ?? 'anything');
  const marks = [];
  if (schema.format) marks.push(schema.format);
  if (schema.pattern && !schema.format) marks.push(`/${schema.pattern}/`);
  if (schema.minimum !== undefined && schema.minimum > Number.MIN_SAFE_INTEGER)
    marks.push(`≥ ${schema.minimum}`);
  if (schema.maximum !== undefined && schema.maximum < Number.MAX_SAFE_INTEGER)
    marks.push(`≤ ${schema.maximum}`);
  if (schema.maxLength !== undefined) marks.push(`at most ${schema.maxLength} characters`);
  if (schema.default !== undefined) marks.push(`default ${JSON.stringify(schema.default)}`);
  return marks.length === 0 ? kind : `${kind} (${marks.join(', ')})`;
}

function pre(text) {
  const made = element('pre');
  made.append(element('code', text));
  return made;
}

function table(rows) {
  const made = element('table', undefined, 'wrap');
  for (const cells of rows) {
    const line = element('tr');
    for (const cell of cells) {
      const box = element('td');
      box.append(cell);
      line.append(box);
    }
    made.append(line);
  }
  const scroll = element('div', undefined, 'scroll');
  scroll.append(made);
  return scroll;
}

const keys = {
  agentKey: 'an agent’s key',
  operatorKey: 'an operator’s key',
  operatorSession: 'a signed-in browser',
};

function needs(operation) {
  const ways = operation.security.flatMap((one) => Object.keys(one)).map((name) => keys[name] ?? name);
  return ways.length === 0 ? 'Open to anybody.' : `Needs ${ways.join(' or ')}; on a loopback address none.`;
}

/** The JSON or event schema of an answer, if it has one. */
function answerShape(answer) {
  const [type, content] = Object.entries(answer.content ?? {})[0] ?? [];
  if (content === undefined) return undefined;
  if (content['x-event']) return `${type}, data:\n${shape(content['x-event'])}`;
  return content.schema.type === 'string' ? type : shape(content.schema);
}

function inside(operation) {
  const box = element('div', undefined, 'inside');
  if (operation.description) box.append(prose(operation.description));
  box.append(element('p', needs(operation), 'soft'));
  if (operation.parameters) {
    box.append(element('h3', 'Parameters'));
    box.append(
      table(
        operation.parameters.map((one) => [
          element('code', one.name),
          `${one.in}${one.required ? ', required' : ''}`,
          one.description ?? shape(one.schema),
        ]),
      ),
    );
  }
  if (operation.requestBody) {
    box.append(element('h3', 'Body'), pre(shape(operation.requestBody.content['application/json'].schema)));
  }
  const answers = Object.entries(operation.responses);
  for (const [status, answer] of answers.filter(([, one]) => !one.content?.['application/problem+json'])) {
    box.append(element('h3', `${status} · ${answer.description}`));
    const text = answerShape(answer);
    if (text !== undefined) box.append(pre(text));
  }
  const problems = answers.filter(([, one]) => one.content?.['application/problem+json']);
  box.append(
    element('h3', 'Problems'),
    table(problems.map(([status, one]) => [element('b', status), one.description])),
  );
  return box;
}

function operationBox(method, path, operation) {
  const box = element('details', undefined, 'operation');
  box.id = operation.operationId;
  const summary = element('summary');
  summary.append(
    element('span', method.toUpperCase(), `method mono ${method}`),
    element('span', path, 'path mono'),
    element('span', operation.summary, 'does'),
  );
  box.append(summary);
  box.dataset.text = `${method} ${path} ${JSON.stringify(operation)}`.toLowerCase();
  // Built when it is opened: the page is there at once.
  box.addEventListener(
    'toggle',
    () => box.open && box.childElementCount === 1 && box.append(inside(operation)),
  );
  return box;
}

function show(documentation) {
  schemas = documentation.components.schemas;
  byId('about').append(...documentation.info.description.split('\n\n').map((text) => prose(text)));
  const all = Object.entries(documentation.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  for (const { name } of documentation.tags) {
    const section = element('section', undefined, 'card');
    section.append(element('h2', name));
    const own = all.filter(({ operation }) => operation.tags.includes(name));
    section.append(...own.map(({ method, path, operation }) => operationBox(method, path, operation)));
    byId('groups').append(section);
  }
  openNamed();
}

/** An address with the name of a route opens it. */
function openNamed() {
  const box = byId(location.hash.slice(1));
  if (box?.matches('details')) box.open = true;
}

byId('find').addEventListener('input', ({ target }) => {
  const wanted = target.value.trim().toLowerCase();
  for (const box of document.querySelectorAll('details.operation'))
    box.hidden = !box.dataset.text.includes(wanted);
  for (const card of byId('groups').children)
    card.hidden = card.querySelector('details:not([hidden])') === null;
});
addEventListener('hashchange', openNamed);

show(await (await fetch('/openapi.json')).json());
