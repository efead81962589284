// SPDX-License-Identifier: AGPL-3.0-only
/** What the Scratch packages must find in place when they load. */
import formatMessage from 'format-message';
import minilog from 'minilog';
import {installBrowserGlobals} from '#host';

installBrowserGlobals();
// Each package switches the shared logger on when it loads; it would drown what matters on stderr.
minilog.enable = () => {};
formatMessage.setup({missingTranslation: 'ignore'});
