/** All of its tests but the one that makes up 4,000 paths, which takes minutes under watch and calls nothing that the others do not. */
const { readdirSync } = require('node:fs');
const path = require('node:path');

const folder = path.join(__dirname, 'test');
const isWanted = (file) => file.endsWith('.test.js') && file !== 'relative-normalization-security.test.js';
for (const file of readdirSync(folder).sort()) if (isWanted(file)) require(path.join(folder, file));
