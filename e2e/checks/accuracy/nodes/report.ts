import { anvilMissing } from '../../../fixtures/anvil/anvil.ts'
import { surfpoolMissing } from '../../../fixtures/surfpool/surfpool.ts'
import { NOTHING, together, type Measured } from '../measure.ts'
import { ADVERSARIES, SCENARIOS } from '../scenarios.ts'
import type { Scenario } from '../script.ts'
import { head, line, MEASURED_HEAD, measuredRow } from '../tables.ts'
import { stageOnAnvil } from './anvil-stage.ts'
import { LEFT_OUT, NODE_NETWORKS, NOT_READ, type NodeNetwork } from './fits.ts'
import { measureOnNode } from './play.ts'
import type { Stage } from './stage.ts'
import { stageOnSui } from './sui-stage.ts'
import { stageOnSurfpool } from './surfpool-stage.ts'

interface Node {
  readonly name: string
  readonly stage: Stage
  /** Why it cannot run here; null when it can. */
  readonly missing: string | null
}

const NODES: Readonly<Record<NodeNetwork, Node>> = {
  sol: { name: 'a Surfpool node', stage: stageOnSurfpool, missing: surfpoolMissing() },
  eth: { name: 'an anvil node', stage: stageOnAnvil, missing: anvilMissing() },
  sui: { name: 'the Sui test ledger', stage: stageOnSui, missing: null },
}

export interface Played {
  readonly seeds: number
  /** null: all of them. */
  readonly network: string | null
  /** Expression that the names of the scenarios match; null: all of them. */
  readonly only: string | null
}

/** Plays every scenario that fits on a fresh node of each family, reads it as the app does, and prints what was found. */
export async function reportNodes({ seeds, network: asked, only }: Played, print: (text: string) => void): Promise<void> {
  const isPlayed = ({ name }: Scenario): boolean => only === null || new RegExp(only).test(name)
  for (const network of NODE_NETWORKS.filter((one) => asked === null || one === asked)) {
    const { name, stage, missing } = NODES[network]
    print(`\n## ${network}, on ${name}\n\n`)
    if (missing !== null) {
      print(`${missing}\n`)
      continue
    }
    print(MEASURED_HEAD)
    let sum = NOTHING
    for (const scenario of SCENARIOS.filter(isPlayed)) {
      if (LEFT_OUT[network][scenario.name] !== undefined) continue
      const measured = await overSeeds(seeds, (seed) => measureOnNode(scenario, network, seed, stage))
      const read = NOT_READ[network][scenario.name] === undefined
      if (read) sum = together(sum, measured)
      print(measuredRow(scenario.name, read ? scenario.purpose : 'not read', measured))
    }
    print(measuredRow('all of these but what is not read', '', sum))
    for (const scenario of ADVERSARIES.filter(isPlayed)) {
      print(measuredRow(scenario.name, scenario.purpose, await overSeeds(seeds, (seed) => measureOnNode(scenario, network, seed, stage))))
    }
  }
  print(`\n## Not played, or not read\n\n${head(['scenario', 'network', 'why'])}`)
  for (const network of NODE_NETWORKS) {
    for (const [name, why] of Object.entries(LEFT_OUT[network])) print(line([name, network, `not played: ${why}`]))
    for (const [name, why] of Object.entries(NOT_READ[network])) print(line([name, network, `not read: ${why}`]))
  }
}

async function overSeeds(seeds: number, play: (seed: number) => Promise<Measured>): Promise<Measured> {
  let sum = NOTHING
  for (let seed = 1; seed <= seeds; seed++) sum = together(sum, await play(seed))
  return sum
}
