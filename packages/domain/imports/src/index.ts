export { type Broken, type LeftOutReason, leftOutWords } from './conversation.ts';
export { type Element, ElementSplitter } from './elements.ts';
export type { ImportedItem, Taker } from './exchanges.ts';
export { type FormatName, formatNames, formatOf, readElement, type ReadElement } from './read-element.ts';
