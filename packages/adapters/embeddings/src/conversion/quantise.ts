/** A matrix as small integers, with the scale that restores each column (or row). */
export interface Quantised {
  readonly values: Int8Array;
  readonly scales: Float32Array;
}

// Processors without dot-product instructions add two 8-bit products in 16 bits, which can overflow.
// With weights of 7 bits (63 × 255 × 2 < 32,768) it cannot, so every machine computes the same sums.
const WEIGHT_LIMIT = 63;
const TABLE_LIMIT = 127;

/** Quantises a row-major matrix with one scale a column, symmetric, within 7 bits: for matrix products. */
export function quantiseColumns(matrix: Float32Array, rows: number, columns: number): Quantised {
  const largest = new Float32Array(columns);
  for (let i = 0; i < rows * columns; i += 1) {
    const column = i % columns;
    largest[column] = Math.max(largest[column] ?? 0, Math.abs(matrix[i] ?? 0));
  }
  const scales = largest.map((value) => (value === 0 ? 1 : value / WEIGHT_LIMIT));
  const values = new Int8Array(rows * columns);
  for (let i = 0; i < values.length; i += 1) {
    values[i] = Math.round((matrix[i] ?? 0) / (scales[i % columns] ?? 1));
  }
  return { values, scales };
}

/** Quantises a row-major matrix with one scale a row, symmetric, within 8 bits: for lookup tables. */
export function quantiseRows(matrix: Float32Array, rows: number, columns: number): Quantised {
  const values = new Int8Array(rows * columns);
  const scales = new Float32Array(rows);
  for (let row = 0; row < rows; row += 1) {
    const start = row * columns;
    let largest = 0;
    for (let i = start; i < start + columns; i += 1) largest = Math.max(largest, Math.abs(matrix[i] ?? 0));
    const scale = Math.fround(largest === 0 ? 1 : largest / TABLE_LIMIT);
    scales[row] = scale;
    for (let i = start; i < start + columns; i += 1) values[i] = Math.round((matrix[i] ?? 0) / scale);
  }
  return { values, scales };
}
