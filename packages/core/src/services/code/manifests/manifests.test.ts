import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isDependencyManifest, readManifest, type Manifest } from './index.ts';

/** `name range kind`, one a line. */
const shown = (manifest: Manifest | null): string[] =>
  (manifest?.dependencies ?? []).map(({ name, range, kind }) => `${name} ${range} ${kind}`);

const CASES: readonly (readonly [
  path: string,
  text: string,
  about: Partial<Manifest>,
  dependencies: readonly string[],
])[] = [
  [
    'web/package.json',
    '\uFEFF{ "name": "@shop/web", "version": "1.2.0", "dependencies": { "zod": "^4", "left": 3, "bad name": "1" }, "devDependencies": { "vitest": "5.1.0", "zod": "1" }, "peerDependencies": { "react": ">=18", "maybe": "*" }, "peerDependenciesMeta": { "maybe": { "optional": true } }, "optionalDependencies": { "fsevents": "2" } }',
    { ecosystem: 'npm', name: '@shop/web', version: '1.2.0' },
    [
      'fsevents 2 optional',
      'left null runtime',
      'maybe * optional',
      'react >=18 runtime',
      'vitest 5.1.0 dev',
      'zod ^4 runtime',
    ],
  ],
  [
    'composer.json',
    '{ "name": "shop/api", "require": { "php": ">=8", "ext-json": "*", "symfony/console": "^7.0" }, "require-dev": { "phpunit/phpunit": "11.*" } }',
    { ecosystem: 'composer', name: 'shop/api' },
    ['phpunit/phpunit 11.* dev', 'symfony/console ^7.0 runtime'],
  ],
  [
    'pyproject.toml',
    '[build-system]\nrequires = ["hatchling"]\n\n[project]\nname = "My_Shop.API"  # a name\nversion = "0.1"\ndependencies = [\n  "requests[socks] >= 2.0, < 3 ; python_version < \'3.13\'", # why [not]\n  \'Flask\',\n  "pkg @ https://example.org/x.whl",\n]\n[project.optional-dependencies]\nfast = ["orjson==3.*"]\ntest = ["pytest"]\n[dependency-groups]\nlint = ["ruff>=0.5", {include-group = "other"}]\n',
    { ecosystem: 'pypi', name: 'my-shop-api', version: '0.1' },
    [
      'flask null runtime',
      'hatchling null dev',
      'orjson ==3.* optional',
      'pkg null runtime',
      'pytest null dev',
      'requests >= 2.0, < 3 runtime',
      'ruff >=0.5 dev',
    ],
  ],
  [
    'pyproject.toml',
    '[tool.poetry]\nname = "shop"\n[tool.poetry.dependencies]\npython = "^3.11"\nrequests = "^2.31"\nlxml = { version = "^5", optional = true }\n[tool.poetry.group.dev.dependencies]\nmypy = "*"\n',
    { name: 'shop' },
    ['lxml ^5 optional', 'mypy * dev', 'requests ^2.31 runtime'],
  ],
  [
    'requirements.txt',
    '# pinned\n-r base.txt\n-e .\n--index-url https://example.org\nDjango==5.0 \\\n  --hash=sha256:abc\nuvicorn [standard] (>=0.2)  # server\nhttps://example.org/x.zip\n',
    { ecosystem: 'pypi', name: null },
    ['django ==5.0 runtime', 'uvicorn >=0.2 runtime'],
  ],
  ['requirements/dev.in', 'black\n', {}, ['black null dev']],
  ['test-requirements.txt', 'tox>=4\n', {}, ['tox >=4 dev']],
  [
    'setup.cfg',
    '[metadata]\nname = old-shop\nversion = 2\n[options]\ninstall_requires =\n    six>=1\n    # not this\n    attrs\n[options.extras_require]\nfast = cython\ntests =\n  pytest\n',
    { name: 'old-shop', version: '2' },
    ['attrs null runtime', 'cython null optional', 'pytest null dev', 'six >=1 runtime'],
  ],
  [
    'go.mod',
    'module example.org/shop\n\ngo 1.23\n\nrequire github.com/a/one v1.0.0\n\nrequire (\n\tgithub.com/b/two/v2 v2.1.0\n\tgithub.com/c/three v0.0.1 // indirect\n)\n\nreplace github.com/b/two/v2 => ../two\n',
    { ecosystem: 'go', name: 'example.org/shop' },
    ['github.com/a/one v1.0.0 runtime', 'github.com/b/two/v2 v2.1.0 runtime'],
  ],
  [
    'Cargo.toml',
    '[package]\nname = "shop"\nversion = "0.3.0"\n[dependencies]\nserde = { version = "1", features = ["derive"] }\nold = { package = "new", version = "2" }\nregex = "1.10"\n[dependencies.tokio]\nversion = "1.40"\noptional = true\n[dev-dependencies]\nproptest = "1"\n[target.\'cfg(unix)\'.dependencies]\nlibc = "0.2"\n',
    { ecosystem: 'cargo', name: 'shop', version: '0.3.0' },
    [
      'libc 0.2 runtime',
      'new 2 runtime',
      'proptest 1 dev',
      'regex 1.10 runtime',
      'serde 1 runtime',
      'tokio 1.40 optional',
    ],
  ],
  [
    'pom.xml',
    '<project><parent><groupId>org.shop</groupId><artifactId>parent</artifactId></parent><artifactId>api</artifactId><version>1.0</version><properties><gson.version>2.11</gson.version></properties><!-- <dependency><groupId>no</groupId></dependency> --><dependencyManagement><dependencies><dependency><groupId>managed</groupId><artifactId>only</artifactId></dependency></dependencies></dependencyManagement><dependencies><dependency><groupId>com.google.code.gson</groupId><artifactId>gson</artifactId><version>${gson.version}</version></dependency><dependency><groupId>junit</groupId><artifactId>junit</artifactId><scope>test</scope></dependency></dependencies><build><plugins><plugin><dependencies><dependency><groupId>of</groupId><artifactId>build</artifactId></dependency></dependencies></plugin></plugins></build></project>',
    { ecosystem: 'maven', name: 'org.shop:api', version: '1.0' },
    ['com.google.code.gson:gson 2.11 runtime', 'junit:junit null dev'],
  ],
  [
    'app/build.gradle.kts',
    'dependencies {\n  // implementation("not:this:1")\n  implementation("com.squareup.okhttp3:okhttp:4.12.0")\n  testImplementation(kotlin("test"))\n  testImplementation("org.junit.jupiter:junit-jupiter:5.11")\n  api(platform("org.bom:bom:1"))\n}\n',
    { ecosystem: 'maven', name: null },
    ['com.squareup.okhttp3:okhttp 4.12.0 runtime', 'org.bom:bom 1 runtime', 'org.junit.jupiter:junit-jupiter 5.11 dev'],
  ],
  [
    'build.gradle',
    "dependencies {\n  compile group: 'org.slf4j', name: 'slf4j-api', version: '2.0'\n}\n",
    {},
    ['org.slf4j:slf4j-api 2.0 runtime'],
  ],
  [
    'Gemfile',
    "source 'https://rubygems.org'\ngem 'rails', '~> 8.0', '>= 8.0.1'\ngem \"puma\", require: false\ngroup :development, :test do\n  gem 'rspec'\nend\ngem 'pry', group: :development\n",
    { ecosystem: 'rubygems' },
    ['pry null dev', 'puma null runtime', 'rails ~> 8.0, >= 8.0.1 runtime', 'rspec null dev'],
  ],
  [
    'src/Shop.Api/Shop.Api.csproj',
    '<Project><ItemGroup><PackageReference Include="Newtonsoft.Json" Version="13.0.3" /><PackageReference Include="StyleCop"><Version>1.1</Version><PrivateAssets>all</PrivateAssets></PackageReference></ItemGroup></Project>',
    { ecosystem: 'nuget', name: 'Shop.Api' },
    ['Newtonsoft.Json 13.0.3 runtime', 'StyleCop 1.1 dev'],
  ],
];

describe('manifests', () => {
  it.each(CASES)('%s says what is depended on', (path, text, about, dependencies) => {
    const manifest = readManifest(path, text);
    expect(manifest).toMatchObject(about);
    expect(shown(manifest)).toEqual(dependencies);
  });

  it('are known by their names alone', () => {
    const paths = [
      'a/package.json',
      'package.json.bak',
      'my-package.json',
      'docs/requirements.md',
      'x.csproj',
      'Gemfile.lock',
      'package-lock.json',
    ];
    expect(paths.filter(isDependencyManifest)).toEqual(['a/package.json', 'x.csproj']);
    expect(readManifest('README.md', '{}')).toBeNull();
  });

  it('that are broken, or longer than people write them, say nothing or what can be read of them', () => {
    expect(readManifest('package.json', '{ "dependencies": ')).toBeNull();
    expect(readManifest('package.json', '[]')).toBeNull();
    expect(readManifest('package.json', `{"name":"x"}${' '.repeat(600_000)}`)).toBeNull();
    expect(shown(readManifest('Cargo.toml', '[dependencies]\na = "1"\nb = [\n"never closed'))).toEqual([
      'a 1 runtime',
      'b null runtime',
    ]);
    expect(shown(readManifest('package.json', '{"dependencies":{"__proto__":"1","constructor":"2"}}'))).toEqual([
      '__proto__ 1 runtime',
      'constructor 2 runtime',
    ]);
  });

  it('whatever they say, have names and ranges that can be kept', () => {
    const names = CASES.map(([path]) => path);
    const piece = fc.oneof(
      fc.constantFrom(...CASES.flatMap(([, text]) => text.split(/(?<=\n)|(?<=>)/u))),
      fc.string({ unit: 'binary' }),
    );
    const any = fc.array(piece, { maxLength: 20 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(fc.constantFrom(...names), any, (path, text) => {
        for (const { name, range } of readManifest(path, text)?.dependencies ?? []) {
          expect(name).toMatch(/^[@\w][\w@./:+~-]*$/u);
          expect(range === null || (range.isWellFormed() && !range.includes('\n'))).toBe(true);
        }
      }),
      { numRuns: 100 },
    );
  });

  it.each([
    ['Cargo.toml', '[dependencies]\nx = "', '\\"'],
    ['Cargo.toml', 'x = [\n', '"a",\n'],
    ['requirements.txt', 'a', ' \t'],
    ['requirements.txt', 'a[', '[,'],
    ['pom.xml', '', '<dependency>'],
    ['pom.xml', '', '<!--<properties>'],
    ['x.csproj', '', '<PackageReference >'],
    ['build.gradle', '', 'implementation ( "a:b'],
    ['Gemfile', '', 'gem "a", "'],
    ['setup.cfg', '[options]\n', 'a =\n '],
    ['go.mod', '', 'require ('],
  ])('%s that was made to be slow is read', (path, start, again) => {
    const text = start + again.repeat(Math.floor(400_000 / again.length));
    expect(readManifest(path, text)?.dependencies.length ?? 0).toBeLessThanOrEqual(5000);
  });
});
