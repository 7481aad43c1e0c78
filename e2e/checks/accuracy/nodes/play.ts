import type { NetworkId } from '../../../../src-shared/networks.ts'
import { compare, type Measured } from '../measure.ts'
import { seeded, type Scenario } from '../script.ts'
import { readBack } from './read.ts'
import type { Stage } from './stage.ts'
import { smallCasts } from './steps.ts'

/** One scenario on one fresh node, read by the app. */
export async function measureOnNode(scenario: Scenario, network: NetworkId, seed: number, stage: Stage): Promise<Measured> {
  const script = scenario.write(smallCasts(seeded(seed)))
  const staged = await stage(script)
  try {
    return compare(script, network, staged.at, await readBack(script, network, staged))
  } finally {
    await staged.stop()
  }
}
