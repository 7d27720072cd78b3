/** Version of the file formats. A reader refuses what is newer than what it knows. */
export const FORMAT_VERSION = 1;
