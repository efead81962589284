// SPDX-License-Identifier: AGPL-3.0-only
/** The pinned Scratch packages, loaded once, in the order that their globals need. */
import '../shims/install.js';
import './globals.js';
import parseScratch from 'scratch-parser';
import sb1Converter from 'scratch-sb1-converter';
import scratchStorage from 'scratch-storage';
import VirtualMachine from 'scratch-vm';

export {VirtualMachine, parseScratch};
export const {ScratchStorage} = scratchStorage;
export const {SB1File, ValidationError} = sb1Converter;

// The VM's reader of Scratch 2 files is loaded with the first of them and draws an id then. Were that not
// now, the ids in a file, and the random draws of its blocks, would hang on whether another came before.
new VirtualMachine().deserializeProject({projectVersion: 2}).catch(() => {});
