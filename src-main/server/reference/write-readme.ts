import { readFileSync, writeFileSync } from 'node:fs'
import { withReferenceTable } from './readme-table.ts'

/** `npm run reference`: puts today's API table into the README. */
const README = new URL('../../../README.md', import.meta.url)
writeFileSync(README, withReferenceTable(readFileSync(README, 'utf8')))
