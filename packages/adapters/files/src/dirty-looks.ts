import { join } from 'node:path';
import { now, type WatchContext, type WatchedRoot } from './context.ts';
import type { DirtyPath, DirtyPaths } from './dirty-paths.ts';
import type { FileChange } from './entry.ts';
import { type FolderIdentity, isSameFolder, isSurelySameFolder } from './folder-identity.ts';
import { type Look, lookAt } from './look.ts';
import { createEnter, noticeUnreadable } from './enter.ts';
import { walk } from './walk.ts';

/** What became of the paths whose look is due. */
export interface Looked {
  /** What is settled, those that changed first at the front. */
  readonly changes: readonly FileChange[];
  /** Nothing is there any more at some path: it may be the root that is gone. */
  readonly anyGone: boolean;
  /** A watched folder was replaced by another one: only a scan tells what is gone with it. */
  readonly replaced: boolean;
}

/** Files that are looked at together. */
const together = 64;

/**
 * Looks at paths. A file, or that it is gone, is settled when two looks in a row find the same, or when it waited for `unsettledMsMax`. A
 * folder that is not watched yet is: its files become dirty paths.
 */
export async function lookAtDirty(
  context: WatchContext,
  root: WatchedRoot,
  queue: DirtyPaths,
  due: readonly DirtyPath[],
): Promise<Looked> {
  const looked = await looksAt(context, root, due);
  let replaced = false;
  const changes: FileChange[] = [];
  // Folders first: what got another name with one must not settle after its old name.
  for (const { dirty, look } of looked) {
    if (look?.kind === 'folder')
      replaced = (await enterFolder(context, root, dirty, look.identity)) || replaced;
    if (look === undefined || look.kind === 'folder') queue.done(dirty, now());
  }
  for (const { dirty, look } of looked) {
    if (look === undefined || look.kind === 'folder') continue;
    const change = await settle(context, root, queue, dirty, look);
    if (change !== undefined) changes.push(change);
  }
  return { changes, anyGone: looked.some(({ look }) => look?.kind === 'gone'), replaced };
}

type DirtyLook = { readonly dirty: DirtyPath; readonly look: Look | undefined };

async function looksAt(
  context: WatchContext,
  root: WatchedRoot,
  due: readonly DirtyPath[],
): Promise<readonly DirtyLook[]> {
  const all: DirtyLook[] = [];
  for (let index = 0; index < due.length; index += together) {
    const some = due.slice(index, index + together).map(async (dirty) => {
      return { dirty, look: await lookOrNotice(context, root, dirty.path) };
    });
    all.push(...(await Promise.all(some)));
  }
  return all;
}

async function lookOrNotice(
  context: WatchContext,
  { real }: WatchedRoot,
  path: string,
): Promise<Look | undefined> {
  try {
    return await lookAt(real, path);
  } catch (error) {
    noticeUnreadable(context, path, error);
    return undefined;
  }
}

async function settle(
  { limits, lines }: WatchContext,
  { real, watches }: WatchedRoot,
  queue: DirtyPaths,
  dirty: DirtyPath,
  look: Exclude<Look, { kind: 'folder' }>,
): Promise<FileChange | undefined> {
  const { path } = dirty;
  const at = now();
  if (dirty.mark !== look.mark && at - dirty.firstAt < limits.unsettledMsMax) {
    queue.looked(path, look.mark, at);
    return undefined;
  }
  queue.done(dirty, at);
  if (look.kind === 'gone') {
    watches.drop(path);
    return { path, gone: true };
  }
  const lineWords = await lines.find(path, join(real, path), look.entry);
  return lineWords === undefined ? look.entry : { ...look.entry, lineWords };
}

/** Sees to it that a folder is watched. True if another one was watched at its path. */
async function enterFolder(
  context: WatchContext,
  root: WatchedRoot,
  dirty: DirtyPath,
  identity: FolderIdentity,
): Promise<boolean> {
  const { real, watches } = root;
  const folder = dirty.path;
  if (!watches.on) return false;
  const enter = createEnter(context, root);
  const watched = watches.at(folder);
  if (watched === undefined) {
    for await (const { error, files, folder: at } of walk(real, folder, {
      ignored: context.ignored,
      enter,
    })) {
      // The look of the walk is the first one: what got another name with the folder is told together with its old one.
      for (const { entry, mark } of files) root.found(entry.path, mark, dirty);
      if (error !== undefined) noticeUnreadable(context, at, error);
    }
    return false;
  }
  const same = watched.doubtful ? isSurelySameFolder : isSameFolder;
  if (!same(watched.identity, identity)) return watches.drop(folder);
  await enter(folder, join(real, folder));
  return false;
}
