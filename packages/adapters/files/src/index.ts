export { fileLimits, type FileLimits, type FileRoot } from './config.ts';
export type { FileChange, FileEntry, GoneEntry, ScanEntry, UnsettledEntry } from './entry.ts';
export { externalIdOf, type FileFacts, fileFacts } from './facts.ts';
export type { FileHandlers, FileNotice, ScanBatch, ScanReason } from './handlers.ts';
export { createIgnore } from './ignore.ts';
export { minimalRoots } from './roots.ts';
export { watchRoot } from './watch-root.ts';
