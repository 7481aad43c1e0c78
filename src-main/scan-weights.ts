import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readWeights, type Weights } from './scan/weights.ts'

/**
 * The published weights that this version judges by.
 *
 * @throws Error naming what does not fit
 */
export const readScanWeights = (resourcesDir: string): Weights => readWeights(readFileSync(join(resourcesDir, 'scan', 'score-weights.json')))
