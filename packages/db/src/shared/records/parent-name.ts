/** A record's parent as one text, by which its children are found. No name of a collection holds a slash. */
import type { RecordParent } from '@zapomni/core/model';

export function parentName(parent: RecordParent): string {
  return 'memory' in parent ? memoryParent(parent.memory) : recordParent(parent.collection, parent.key);
}

export function memoryParent(id: string): string {
  return `/${id}`;
}

export function recordParent(collection: string, key: string): string {
  return `${collection}/${key}`;
}

export function readParent(name: string): RecordParent {
  const slash = name.indexOf('/');
  return slash === 0 ? { memory: name.slice(1) } : { collection: name.slice(0, slash), key: name.slice(slash + 1) };
}
