/** Test files that are imported once more under another name. */
declare module '*.test.ts?postgres'
