import type { NetworkId } from '../../../../src-shared/networks.ts'
import { compare, type Measurement } from '../measure.ts'
import { seeded, type Scenario } from '../script.ts'
import { readBack } from './read-back.ts'
import type { ScriptPlayer } from './script-player.ts'
import { limitGroupSizes } from './steps.ts'

/** Plays a scenario on a fresh node, reads it with the app and measures the detections. */
export async function measureOnNode(scenario: Scenario, network: NetworkId, seed: number, play: ScriptPlayer): Promise<Measurement> {
  const script = scenario.build(limitGroupSizes(seeded(seed)))
  const played = await play(script)
  try {
    return compare(script, played.at, await readBack(script, network, played))
  } finally {
    await played.stop()
  }
}
