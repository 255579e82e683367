/** An event of a stream. */
export interface StreamedEvent {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The events of a text/event-stream response, as they come. Comments are dropped. */
export async function* readEvents(response: Response): AsyncGenerator<StreamedEvent> {
  if (response.body === null) return;
  let text = '';
  const decoder = new TextDecoder();
  for await (const bytes of response.body) {
    text += decoder.decode(bytes as Uint8Array, { stream: true });
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const event = parse(text.slice(0, end));
      text = text.slice(end + 2);
      if (event !== undefined) yield event;
    }
  }
}

function parse(block: string): StreamedEvent | undefined {
  const fields = new Map(
    block.split('\n').map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon), line.slice(colon + 1).trimStart()];
    }),
  );
  const data = fields.get('data');
  if (data === undefined) return undefined;
  const body = JSON.parse(data) as Record<string, unknown>;
  return { type: fields.get('event') ?? String(body.type), data: body };
}
