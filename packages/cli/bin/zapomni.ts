// The command itself. It only looks at the runtime and hands over, and it stays readable for a Node that is too old for
// everything behind it (no static imports, no syntax newer than ES2020): such a Node gets one clear line instead of a
// stack.
const NEEDED = '22.18';

function isOld(version: string): boolean {
  const [major, minor] = version.split('.').map(Number) as [number, number];
  const [neededMajor, neededMinor] = NEEDED.split('.').map(Number) as [number, number];
  return major < neededMajor || (major === neededMajor && minor < neededMinor);
}

if (isOld(process.versions.node)) {
  process.stderr.write(
    `zapomni needs Node.js ${NEEDED} or newer, and this is ${process.versions.node}. ` +
      'Get a current one from https://nodejs.org or with your version manager (nvm install 24), then run it again.\n',
  );
  process.exitCode = 1;
} else {
  // Compiled code is kept between starts; a folder that cannot be written only means a slower start.
  process.getBuiltinModule('node:module').enableCompileCache();
  void import('../src/main.ts').then(({ main }) => main(process.argv.slice(2)));
}
