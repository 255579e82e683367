/** Tool names as providers take them, and back. */
export interface ToolNames {
  toWire(name: string): string;
  /** A name that was never sent is given back as it is. */
  fromWire(name: string): string;
}

const accepted = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * Maps names to what every provider accepts (letters, digits, `_` and `-`, 64 at most), one to one. A name that is
 * accepted as it is keeps its form.
 */
export function toolNames(names: readonly string[]): ToolNames {
  const wire = new Map<string, string>();
  const own = new Map<string, string>();
  const take = (name: string, as: string) => {
    wire.set(name, as);
    own.set(as, name);
  };
  const unique = [...new Set(names)];
  for (const name of unique) if (accepted.test(name)) take(name, name);
  for (const name of unique) {
    if (wire.has(name)) continue;
    const plain = name.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 60) || 'tool';
    let as = plain;
    for (let n = 2; own.has(as); n += 1) as = `${plain}_${n}`;
    take(name, as);
  }
  return {
    toWire: (name) => wire.get(name) ?? name,
    fromWire: (name) => own.get(name) ?? name,
  };
}
