import { reportNodes } from './accuracy/nodes/report.ts'
import { reportSimulated } from './accuracy/report.ts'

/**
 * Plays scenarios whose truth is known by construction and prints what each detector found of it, per network family.
 * `npm run accuracy -- 5` plays five seeds instead of twenty; `npm run accuracy -- --nodes` plays them on real nodes, one seed.
 */

const args = process.argv.slice(2)
const onNodes = args.includes('--nodes')
const seeds = Number(args.find((arg) => /^\d+$/.test(arg)) ?? (onNodes ? 1 : 20))
const print = (text: string): void => void process.stdout.write(text)

if (onNodes) await reportNodes(seeds, print)
else reportSimulated(seeds, print)
