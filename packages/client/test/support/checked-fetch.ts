import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

interface Document {
  readonly paths: Record<string, Record<string, Described>>;
  readonly components: unknown;
}
interface Described {
  readonly responses: Record<
    string,
    { readonly content?: Record<string, { readonly schema: object; readonly 'x-event'?: object }> }
  >;
}

/** Routes that were checked, by method and path, in this process. */
export const checkedRoutes = new Set<string>();

const documents = new Map<string, Promise<Checks>>();

/**
 * The global fetch, which rejects with what is wrong where an answer, or an event of a stream, is not as the OpenAPI document of the
 * server says. `server` is where that is.
 */
export function checkedFetch(server: string): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    documents.set(server, documents.get(server) ?? loadChecks(server));
    const checks = await (documents.get(server) as Promise<Checks>);
    const address = new URL(input as string);
    return checks.check(init?.method ?? 'GET', address.pathname, response);
  };
}

class Checks {
  readonly #document: Document;
  readonly #ajv = new Ajv2020({ strict: false, validateFormats: false });
  readonly #validators = new Map<object, ValidateFunction>();

  constructor(document: Document) {
    this.#document = document;
    this.#ajv.addSchema({ $id: 'api:', components: document.components });
  }

  async check(method: string, path: string, response: Response): Promise<Response> {
    // A proxy between the two may answer for itself.
    if (response.headers.get('content-type')?.startsWith('text/plain') === true) return response;
    const template = this.#templateOf(method, path);
    const described =
      this.#document.paths[template]?.[method.toLowerCase()]?.responses[String(response.status)];
    if (described === undefined)
      throw new Error(`${method} ${template}: the document has no ${response.status}`);
    const type = response.headers.get('content-type')?.split(';', 1)[0];
    const content = type === undefined ? undefined : described.content?.[type];
    if (type === 'text/event-stream')
      return this.#stream(response, content?.['x-event'], `${method} ${template}`);
    if (type === 'application/x-ndjson') return response;
    const text = await response.text();
    if (text !== '') this.#compare(content?.schema, JSON.parse(text), `${method} ${template}`);
    checkedRoutes.add(`${method} ${template}`);
    return new Response(text === '' ? null : text, { status: response.status, headers: response.headers });
  }

  #stream(response: Response, schema: object | undefined, route: string): Response {
    let rest = '';
    const decoder = new TextDecoder();
    const checked = new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, controller) => {
        const blocks = (rest + decoder.decode(chunk, { stream: true })).split('\n\n');
        rest = blocks.pop() ?? '';
        for (const data of blocks.flatMap((block) => /^data: (.*)$/m.exec(block)?.[1] ?? []))
          this.#compare(schema, JSON.parse(data), route);
        checkedRoutes.add(route);
        controller.enqueue(chunk);
      },
    });
    const { headers, status } = response;
    return new Response(response.body?.pipeThrough(checked) ?? null, { status, headers });
  }

  #compare(schema: object | undefined, value: unknown, route: string): void {
    if (schema === undefined)
      throw new Error(`${route}: the document has no schema for ${JSON.stringify(value)}`);
    const known = this.#validators.get(schema);
    const text = JSON.stringify(schema).replaceAll('"#/components/', '"api:#/components/');
    const validate = known ?? this.#ajv.compile(JSON.parse(text) as object);
    this.#validators.set(schema, validate);
    if (!validate(value))
      throw new Error(`${route}: ${this.#ajv.errorsText(validate.errors)} in ${JSON.stringify(value)}`);
  }

  #templateOf(method: string, path: string): string {
    const templates = Object.keys(this.#document.paths).filter(
      (template) =>
        method.toLowerCase() in (this.#document.paths[template] ?? {}) &&
        new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
    );
    const found = templates.find((template) => template === path) ?? templates[0];
    if (found === undefined) throw new Error(`the document has no ${method} ${path}`);
    return found;
  }
}

async function loadChecks(server: string): Promise<Checks> {
  const answer = await fetch(`${server}/openapi.json`);
  return new Checks((await answer.json()) as Document);
}
