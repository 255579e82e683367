/** True for the file of a capability in a workspace. */
export function isSkill({ path }: { readonly path: string }): boolean {
  return /^skills\/[^/]+\/SKILL\.md$/.test(path);
}
