import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readWeights, type Weights } from '../../scan/weights.ts'

/** The weights of the scan's findings, from the resources. @throws Error that names an invalid field */
export const readScanWeights = (resourcesDir: string): Weights => readWeights(readFileSync(join(resourcesDir, 'scan', 'score-weights.json')))
