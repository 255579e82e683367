/** A node. */
export interface GraphNode {
  readonly id: string;
  readonly label: string;
  /** How much it stands out, 0 to 1. */
  readonly weight: number;
  /** What its weight is called in the table. */
  readonly note?: string;
}

/** An edge between two nodes. */
export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  /** 0 to 1. */
  readonly strength: number;
  readonly label?: string;
  /** Something goes along it now. */
  readonly lit?: boolean;
}

/** A graph of at most some hundred nodes. */
export interface GraphProps {
  readonly label: string;
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  readonly chosen?: string | undefined;
  readonly onChoose?: (id: string) => void;
}
