/** What is kept of a repository: code-workspace.ts says where, the others what. */
export * from './code-workspace.ts';
export * from './dependency-record.ts';
export * from './edge-record.ts';
export * from './encode-edges.ts';
export * from './facts-record.ts';
export * from './file-record.ts';
export * from './find-repository.ts';
export * from './forget-code.ts';
export * from './read-edges.ts';
export * from './repository-record.ts';
export * from './symbol-record.ts';
