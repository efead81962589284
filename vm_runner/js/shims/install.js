// SPDX-License-Identifier: AGPL-3.0-only
/** Installs every shim. Import this module before anything that may keep a global of its own. */
import {installClock} from './clock.js';
import {installMaths} from './maths.js';
import {installNetworkBlock} from './network.js';
import {installRandom} from './random.js';

// Packages load before the clock stops: some of them time their own start.
installMaths();
installClock();
installRandom();
installNetworkBlock();
