import { prepareParts } from './rig/parts.ts';

/** Builds and fetches what the tests need. Apart from them, because they may run without any network. */
prepareParts((line) => console.log(line));
