/** Which project a folder belongs to, and the workspace that is its own. */
export interface Project {
  /** The folder that makes it one: the repository, or the part of it that has a `.zapomni.json`. */
  readonly root: string;
  readonly workspace: string;
  /** A `.zapomni.json` gave the name; otherwise it is made of the folder's. */
  readonly named: boolean;
}

/**
 * Contract: the same folder gives the same name on every call and in every process; all worktrees of a repository give one
 * name. Never fails: what cannot be read is no project.
 */
export interface Projects {
  find(folder: string): Project | null;
}
