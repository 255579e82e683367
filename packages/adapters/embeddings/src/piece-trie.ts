/** A vocabulary as a tree of characters: finds every piece that starts at a place of a text without cutting the text. */
export interface PieceTrie {
  readonly root: number;
  /** The node one UTF-16 unit further; -1 when no piece goes on like that. */
  next(node: number, unit: number): number;
  /** The piece that ends at a node; -1 when none does. */
  pieceAt(node: number): number;
}

/**
 * Builds the tree; an empty piece is left out. Edges lie in one open-addressed table, so that eight thousand pieces cost
 * about a megabyte and a step costs one look. Of two equal pieces the later one counts.
 */
export function createPieceTrie(pieces: readonly string[]): PieceTrie {
  const nodesMax = 1 + pieces.reduce((sum, piece) => sum + piece.length, 0);
  // At most half full, or looking past taken places would cost more than it saves.
  const size = 2 ** Math.ceil(Math.log2(2 * nodesMax));
  const mask = size - 1;
  const parents = new Int32Array(size).fill(-1);
  const units = new Uint16Array(size);
  const children = new Int32Array(size);
  const ends = new Int32Array(nodesMax).fill(-1);
  let nodes = 1;

  const placeOf = (node: number, unit: number): number => {
    let place = (Math.imul(node, 0x9e3779b1) ^ Math.imul(unit, 0x85ebca6b)) & mask;
    while (parents[place] !== -1 && (parents[place] !== node || units[place] !== unit)) {
      place = (place + 1) & mask;
    }
    return place;
  };
  for (const [id, piece] of pieces.entries()) {
    let node = 0;
    for (let i = 0; i < piece.length; i += 1) {
      const place = placeOf(node, piece.charCodeAt(i));
      if (parents[place] === -1) {
        parents[place] = node;
        units[place] = piece.charCodeAt(i);
        children[place] = nodes;
        nodes += 1;
      }
      node = children[place] as number;
    }
    if (node !== 0) ends[node] = id;
  }
  return {
    root: 0,
    next(node, unit) {
      const place = placeOf(node, unit);
      return parents[place] === -1 ? -1 : (children[place] as number);
    },
    pieceAt: (node) => ends[node] as number,
  };
}
