export { createCodeLinker, type CodeLinkerOptions } from './code-linker.ts';
export { compileLess, serveLinking } from './serve-linking.ts';
