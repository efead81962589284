// SPDX-License-Identifier: AGPL-3.0-only
/** In place of what only Node has and no project needs. */
export default {};
