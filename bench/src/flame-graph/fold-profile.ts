/** A CPU profile as V8 writes it; times are microseconds. */
export interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
    readonly children?: readonly number[];
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/** A call and what it called, by time. */
export interface Flame {
  readonly name: string;
  /** Where its code comes from: ours, a package, Node. */
  readonly origin: 'node' | 'ours' | 'package';
  /** Milliseconds, callees included. */
  ms: number;
  readonly callees: Map<string, Flame>;
}

type Node = CpuProfile['nodes'][number];

/** No work of a turn: waiting, and what the profiler cannot place. */
const leftOut = new Set(['(idle)', '(program)', '(garbage collector)']);
/** Loading and starting the program. */
const startUp =
  /^(?:getOrCreateModuleJob|asyncRunEntryPointWithESMLoader|executeUserEntryPoint|compileFunctionForCJSLoader)$/;

/** Adds the samples of a profile up to one tree. Calls of one function at one place are one flame. */
export function foldProfile(profile: CpuProfile): Flame {
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const parents = new Map(
    profile.nodes.flatMap((node) => (node.children ?? []).map((child): [number, number] => [child, node.id])),
  );
  const stacks = new Map<number, readonly Node[] | undefined>();
  const root: Flame = { name: 'all', origin: 'node', ms: 0, callees: new Map() };
  for (const [index, id] of profile.samples.entries()) {
    if (!stacks.has(id)) stacks.set(id, stackOf(id, nodes, parents));
    const stack = stacks.get(id);
    if (stack !== undefined) add(root, stack, (profile.timeDeltas[index] ?? 0) / 1_000);
  }
  return root;
}

/** From the outermost call to the innermost; undefined for what is left out. */
function stackOf(
  id: number,
  nodes: ReadonlyMap<number, Node>,
  parents: ReadonlyMap<number, number>,
): readonly Node[] | undefined {
  const stack: Node[] = [];
  for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
    const node = nodes.get(at);
    if (node === undefined) break;
    const { functionName } = node.callFrame;
    if (leftOut.has(functionName) || startUp.test(functionName)) return undefined;
    if (functionName !== '(root)') stack.push(node);
  }
  return stack.reverse();
}

function add(root: Flame, stack: readonly Node[], ms: number): void {
  root.ms += ms;
  let flame = root;
  for (const { callFrame } of stack) {
    const { functionName, url, lineNumber } = callFrame;
    const key = `${functionName} ${url}:${lineNumber}`;
    let next = flame.callees.get(key);
    if (next === undefined) {
      next = {
        name: functionName === '' ? '(anonymous)' : functionName,
        origin: originOf(url),
        ms: 0,
        callees: new Map(),
      };
      flame.callees.set(key, next);
    }
    next.ms += ms;
    flame = next;
  }
}

function originOf(url: string): Flame['origin'] {
  if (url === '' || url.startsWith('node:')) return 'node';
  return /\/node_modules\//.test(url) ? 'package' : 'ours';
}
