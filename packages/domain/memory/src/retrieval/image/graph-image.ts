import { GraphIndex } from '../graph/graph-index.ts';
import type { BytesIn } from './bytes-in.ts';
import type { BytesOut } from './bytes-out.ts';
import { numberOrNull, readList, writeList, writeNumberOrNull } from './fields.ts';
import type { TextOf, TextsOut } from './texts.ts';

/** Writes the concept graph row by row. */
export function writeGraph(out: BytesOut, texts: TextsOut, graph: GraphIndex): void {
  const { concepts, mentions, relations } = graph.rows();
  out.whole(concepts.length);
  for (const { id, names } of concepts) {
    out.whole(texts.numberOf(id));
    writeList(out, texts, names);
  }
  out.whole(mentions.length);
  for (const { at, conceptId, episodeId, exchangeId } of mentions) {
    out.whole(texts.numberOf(conceptId));
    out.whole(texts.numberOf(episodeId));
    writeList(out, texts, exchangeId === null ? [] : [exchangeId]);
    out.number(at);
  }
  out.whole(relations.length);
  for (const { between, exchanges, from, fromId, id, strength, toId, until } of relations) {
    for (const one of [id, fromId, toId]) out.whole(texts.numberOf(one));
    out.number(strength);
    out.number(from);
    writeNumberOrNull(out, until);
    writeList(out, texts, exchanges);
    writeList(out, texts, between);
  }
}

/** Reads the concept graph, in steps. */
export function* readGraph(from: BytesIn, textOf: TextOf): Generator<void, GraphIndex> {
  const graph = new GraphIndex();
  const text = (): string => textOf(from.whole());
  const [concepts, mentions, relations] = [[], [], []];
  yield* from.longList(() => {
    const concept = { id: text(), names: readList(from, textOf) };
    graph.add({ concepts: [concept], mentions, relations });
  });
  yield* from.longList(() => {
    const ids = { conceptId: text(), episodeId: text() };
    const [exchangeId = null] = readList(from, textOf);
    graph.add({ concepts, mentions: [{ ...ids, exchangeId, at: from.number() }], relations });
  });
  yield* from.longList(() => {
    const relation = {
      id: text(),
      fromId: text(),
      toId: text(),
      strength: from.number(),
      from: from.number(),
      until: numberOrNull(from),
      exchanges: readList(from, textOf),
      between: readList(from, textOf),
    };
    graph.add({ concepts, mentions, relations: [relation] });
  });
  return graph;
}
