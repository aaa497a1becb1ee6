import { existsSync } from 'node:fs';

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The browser of this machine; undefined without one. `CONVEYOR_CHROMIUM` names another one. */
export const chromiumFile = [process.env.CONVEYOR_CHROMIUM ?? '', ...places].find((file) => file && existsSync(file));
