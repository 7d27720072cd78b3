// Components for Starlight are checked with those of this site; the package does not export its types.
// eslint-disable-next-line @typescript-eslint/triple-slash-reference
/// <reference path="../node_modules/@astrojs/starlight/dist/global.d.ts" />
