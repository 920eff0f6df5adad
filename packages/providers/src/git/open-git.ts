/** The port: opens repositories below the folders that may be read. */
import type { Git, GitOpening, GitRefusal } from '@zapomni/core/ports';
import { findProgram, lookAt, refusal, type GitProgramOptions, type Program } from './find-repository.ts';
import { ProgramRepository } from './repository.ts';

const refused = (reason: GitRefusal): GitOpening => ({ repository: null, ...refusal(reason) });

/** See the `Git` contract. Looks for the program with the first repository. */
export function createGit(options: GitProgramOptions): Git {
  let found: Promise<Program | GitRefusal> | undefined;
  return {
    async open(folder, request) {
      const program = await (found ??= findProgram(options));
      if (typeof program === 'string') {
        // It may be installed meanwhile.
        found = undefined;
        return refused(program);
      }
      const facts = await lookAt(folder, request, program, options.files);
      if (typeof facts === 'string') return refused(facts);
      return { repository: new ProgramRepository(facts, program.runner) };
    },
    async close() {
      const program = await found;
      if (program && typeof program !== 'string') await program.runner.close();
    },
  };
}
