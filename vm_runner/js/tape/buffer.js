// SPDX-License-Identifier: AGPL-3.0-only
export {Buffer} from 'buffer';
