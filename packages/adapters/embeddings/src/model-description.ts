import { CALIBRATIONS, type Calibration, USE_LITE_ID } from './calibration.ts';
import { DIMENSIONS, MAX_PIECES } from './conversion/use-lite-graph.ts';

/** How the text of a model is cut, and the file of the model folder that holds the vocabulary. */
export type TokenizerDescription =
  | {
      readonly kind: 'unigram';
      /** JSON list of `[piece, log probability]`; the index is the id. */
      readonly file: string;
      readonly reserved: number;
      readonly unknownId: number;
    }
  | {
      readonly kind: 'wordpiece';
      /** Text file with one piece a line (`vocab.txt`); the line number, from 0, is the id. */
      readonly file: string;
    };

/** How vectors come out of a model's output tensor. */
export type Pooling =
  /** The output is the vector of the sentence: `[1, dimensions]`. */
  | 'none'
  /** The output has a vector a piece, `[1, length, dimensions]`, and the sentence is their mean. */
  | 'mean'
  /** The output has a vector a piece and the sentence is the first one (`[CLS]`). */
  | 'first';

/** Everything needed to use the ONNX file of a sentence model. */
export interface ModelDescription {
  /** Travels with every stored vector. New weights, tokenizer or pooling need a new id. */
  readonly modelId: string;
  readonly dimensions: number;
  /** Longest input in pieces, `prefixIds` and `suffixIds` included. Longer text is split. */
  readonly maxPieces: number;
  readonly lowerCase: boolean;
  readonly tokenizer: TokenizerDescription;
  /** Ids put before and after each input, such as `[CLS]` and `[SEP]`. */
  readonly prefixIds: readonly number[];
  readonly suffixIds: readonly number[];
  /** Names of the graph's int64 inputs `[1, length]`: ids, and where the graph has them a mask of ones, types of zeros. */
  readonly inputs: { readonly ids: string; readonly mask?: string; readonly types?: string };
  readonly output: { readonly name: string; readonly pooling: Pooling };
  readonly calibration: Calibration;
}

/** The model used unless the user brings one: Universal Sentence Encoder lite, English, dynamic int8. */
export const USE_LITE: ModelDescription = {
  modelId: USE_LITE_ID,
  dimensions: DIMENSIONS,
  maxPieces: MAX_PIECES,
  lowerCase: true,
  tokenizer: { kind: 'unigram', file: 'vocab.json', reserved: 6, unknownId: 0 },
  prefixIds: [],
  suffixIds: [],
  inputs: { ids: 'ids' },
  output: { name: 'vector', pooling: 'none' },
  calibration: CALIBRATIONS[USE_LITE_ID],
};
