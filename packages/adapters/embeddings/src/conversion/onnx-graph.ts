import {
  bytesField,
  floatField,
  integerField,
  join,
  type Message,
  messageField,
  signedField,
  textField,
  toBytes,
} from './protobuf-writer.ts';

/** Typed arrays that can be stored in a graph as constants. */
export type TensorData = Float32Array | Int8Array | BigInt64Array;

/** Attributes of a node: a whole number, a list of whole numbers, or a fraction marked as such. */
export type Attribute = number | readonly number[] | { readonly float: number };

/** One input or output of a graph; a dimension given as text is free. */
export interface Port {
  readonly name: string;
  readonly type: 'float' | 'int32' | 'int64';
  readonly shape: readonly (number | string)[];
}

/** What the finished model calls itself and offers. */
export interface ModelHead {
  readonly name: string;
  readonly inputs: readonly Port[];
  readonly outputs: readonly Port[];
}

// Numbers of the ONNX format. IR version 8 is the one that belongs to operator set 17.
const IR_VERSION = 8;
const OPERATOR_SET = 17;
const ELEMENT = { float: 1, int8: 3, int32: 6, int64: 7 } as const;
const ATTRIBUTE = { float: 1, int: 2, ints: 7 } as const;

/**
 * Collects the nodes and constants of an ONNX graph, in execution order. Each method answers the name of the
 * value it made, so that a graph reads as nested calls.
 */
export class OnnxGraph {
  readonly #nodes: Message[] = [];
  readonly #constants: Message[] = [];
  #values = 0;

  /** Adds a constant tensor. */
  constant(data: TensorData, shape: readonly number[]): string {
    const name = this.#nextName();
    const raw = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    const fields = [
      ...shape.map((size) => integerField(1, size)),
      integerField(2, elementOf(data)),
      textField(8, name),
      bytesField(9, raw),
    ];
    this.#constants.push(messageField(5, join(fields)));
    return name;
  }

  /** Adds a one-dimensional constant of whole numbers, as shapes and bounds need it. */
  integers(...values: readonly number[]): string {
    return this.constant(BigInt64Array.from(values.map(BigInt)), [values.length]);
  }

  /** Adds a node with one output; `output` names it, for outputs of the graph. */
  node(
    operator: string,
    inputs: readonly string[],
    attributes: Readonly<Record<string, Attribute>> = {},
    output: string = this.#nextName(),
  ): string {
    this.#add(operator, inputs, attributes, [output]);
    return output;
  }

  /** Adds a node with three outputs, as splitting and dynamic quantisation have. */
  node3(
    operator: string,
    inputs: readonly string[],
    attributes: Readonly<Record<string, Attribute>> = {},
  ): [string, string, string] {
    const outputs: [string, string, string] = [this.#nextName(), this.#nextName(), this.#nextName()];
    this.#add(operator, inputs, attributes, outputs);
    return outputs;
  }

  /** The bytes of a complete ONNX file. */
  toModel(head: ModelHead): Uint8Array {
    const graph = join([
      ...this.#nodes,
      textField(2, head.name),
      ...this.#constants,
      ...head.inputs.map((port) => messageField(11, portMessage(port))),
      ...head.outputs.map((port) => messageField(12, portMessage(port))),
    ]);
    return toBytes(
      join([
        integerField(1, IR_VERSION),
        textField(2, 'salience'),
        messageField(7, graph),
        messageField(8, join([textField(1, ''), integerField(2, OPERATOR_SET)])),
      ]),
    );
  }

  #add(
    operator: string,
    inputs: readonly string[],
    attributes: Readonly<Record<string, Attribute>>,
    outputs: readonly string[],
  ): void {
    const fields = [
      ...inputs.map((input) => textField(1, input)),
      ...outputs.map((output) => textField(2, output)),
      textField(4, operator),
      ...Object.entries(attributes).map(([name, value]) => messageField(5, attributeMessage(name, value))),
    ];
    this.#nodes.push(messageField(1, join(fields)));
  }

  #nextName(): string {
    this.#values += 1;
    return `v${this.#values}`;
  }
}

function elementOf(data: TensorData): number {
  if (data instanceof Float32Array) return ELEMENT.float;
  return data instanceof Int8Array ? ELEMENT.int8 : ELEMENT.int64;
}

function attributeMessage(name: string, value: Attribute): Message {
  if (typeof value === 'number') {
    return join([textField(1, name), signedField(3, value), integerField(20, ATTRIBUTE.int)]);
  }
  if ('float' in value) {
    return join([textField(1, name), floatField(2, value.float), integerField(20, ATTRIBUTE.float)]);
  }
  const items = value.map((item) => signedField(8, item));
  return join([textField(1, name), ...items, integerField(20, ATTRIBUTE.ints)]);
}

function portMessage(port: Port): Message {
  const dimensions = port.shape.map((size) =>
    messageField(1, typeof size === 'number' ? integerField(1, size) : textField(2, size)),
  );
  const tensor = join([integerField(1, ELEMENT[port.type]), messageField(2, join(dimensions))]);
  return join([textField(1, port.name), messageField(2, messageField(1, tensor))]);
}
