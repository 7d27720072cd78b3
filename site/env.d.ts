// Components for Starlight are checked with those of this site.
/// <reference path="../node_modules/@astrojs/starlight/dist/global.d.ts" />
