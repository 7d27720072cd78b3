/** Version of the package, as package.json has it (a test keeps the two equal). */
export const PACKAGE_VERSION = '0.1.0';
