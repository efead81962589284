// SPDX-License-Identifier: Apache-2.0
/**
 * Loads every project below a folder with scratch-parser and scratch-vm as they are, and prints
 * as JSON what either says. Arguments: node_modules, folder.
 */
const fs = require('node:fs');
const path = require('node:path');
const {createRequire} = require('node:module');

const [modules, folder] = process.argv.slice(2);
const load = createRequire(path.join(modules, 'x.js'));
const said = [];
const write = process.stdout.write.bind(process.stdout);
for (const name of ['log', 'info', 'warn', 'error', 'debug']) {
    console[name] = (...words) => said.push(words.map(String).join(' '));
}
for (const stream of [process.stdout, process.stderr]) {
    stream.write = text => said.push(String(text));
}

const parse = load('scratch-parser');
const VirtualMachine = load('scratch-vm');
const {ScratchStorage} = load('scratch-storage');

const main = async () => {
    const vm = new VirtualMachine();
    vm.attachStorage(new ScratchStorage());
    let loaded = 0;
    for (const name of fs.readdirSync(folder, {recursive: true}).filter(n => n.endsWith('.sb3')).sort()) {
        const file = fs.readFileSync(path.join(folder, name));
        await new Promise(resolve => parse(file, false, error => {
            if (error) said.push(`${name}: ${JSON.stringify(error)}`);
            resolve();
        }));
        await vm.loadProject(file).then(() => loaded++, error => said.push(`${name}: ${error}`));
    }
    write(JSON.stringify({loaded, said}));
    process.exit(0);
};
main();
