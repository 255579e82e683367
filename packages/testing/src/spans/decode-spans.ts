/** A span as it arrived, reduced to what tests look at. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** Empty or missing for the root of a trace. */
  readonly parentSpanId?: string;
  readonly name: string;
  /** OTLP: 1 internal, 2 server, 3 client, 4 producer, 5 consumer. */
  readonly kind: number;
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly status: { readonly code?: number; readonly message?: string };
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  /** Who sent it: `service.name` of its resource. */
  readonly service: string;
}

interface WireAttribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

type WireSpan = Omit<ReceivedSpan, 'attributes' | 'service'> & {
  readonly attributes?: readonly WireAttribute[];
};

interface WireBody {
  readonly resourceSpans?: readonly {
    readonly resource?: { readonly attributes?: readonly WireAttribute[] };
    readonly scopeSpans?: readonly { readonly spans?: readonly WireSpan[] }[];
  }[];
}

/** The spans of one export request's JSON body. */
export function decodeSpans(json: string): ReceivedSpan[] {
  const body = JSON.parse(json) as WireBody;
  return (body.resourceSpans ?? []).flatMap(({ resource, scopeSpans }) => {
    const named = record(resource?.attributes)['service.name'];
    const service = typeof named === 'string' ? named : '';
    return (scopeSpans ?? []).flatMap(({ spans }) =>
      (spans ?? []).map((span) => ({ ...span, service, attributes: record(span.attributes) })),
    );
  });
}

function record(attributes: readonly WireAttribute[] = []): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
