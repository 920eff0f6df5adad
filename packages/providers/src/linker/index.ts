export { createCodeLinker, type CodeLinkerOptions } from './code-linker.ts';
export { serveLinking } from './serve-linking.ts';
