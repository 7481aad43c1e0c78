import { anvilMissing } from '../../../fixtures/anvil/anvil.ts'
import { surfpoolMissing } from '../../../fixtures/surfpool/surfpool.ts'
import { NO_MEASUREMENT, addMeasurements, belowBars, type Measurement } from '../measure.ts'
import { ADVERSARIES, SCENARIOS } from '../scenarios.ts'
import type { Played } from '../arguments.ts'
import type { Scenario } from '../script.ts'
import { tableHeader, tableRow, MEASURED_HEAD, measuredRow } from '../tables.ts'
import { playOnAnvil } from './anvil-player.ts'
import { SKIPPED, NODE_NETWORKS, NOT_READ, type NodeNetwork } from './skipped-scenarios.ts'
import { powersAccuracy } from '../../scan/powers.ts'
import { measureOnNode } from './measure-on-node.ts'
import type { ScriptPlayer } from './script-player.ts'
import { playOnSui } from './sui-player.ts'
import { playOnSurfpool } from './surfpool-player.ts'

interface Node {
  readonly name: string
  readonly play: ScriptPlayer
  /** Why it cannot run here; null when it can. */
  readonly missing: string | null
}

const NODES: Readonly<Record<NodeNetwork, Node>> = {
  sol: { name: 'a Surfpool node', play: playOnSurfpool, missing: surfpoolMissing() },
  eth: { name: 'an anvil node', play: playOnAnvil, missing: anvilMissing() },
  sui: { name: 'the Sui test ledger', play: playOnSui, missing: null },
}

/**
 * Plays every scenario that a node supports on a fresh node of each family, reads it with the app, and prints the results. Returns the
 * detectors that are below the bars on a network; what the adversaries hide is only printed.
 */
export async function reportNodes({ seeds, network: selected, only }: Played, print: (text: string) => void): Promise<string[]> {
  const faulty: string[] = []
  const isPlayed = ({ name }: Scenario): boolean => only === null || new RegExp(only).test(name)
  for (const network of NODE_NETWORKS.filter((one) => selected === null || one === selected)) {
    const { name, play, missing } = NODES[network]
    print(`\n## ${network}, on ${name}\n\n`)
    if (missing !== null) {
      print(`${missing}\n`)
      continue
    }
    print(MEASURED_HEAD)
    let sum = NO_MEASUREMENT
    for (const scenario of SCENARIOS.filter(isPlayed)) {
      if (SKIPPED[network][scenario.name] !== undefined) continue
      const measured = await overSeeds(seeds, (seed) => measureOnNode(scenario, network, seed, play))
      const read = NOT_READ[network][scenario.name] === undefined
      if (read) sum = addMeasurements(sum, measured)
      print(measuredRow(scenario.name, read ? scenario.purpose : 'not read', measured))
    }
    print(measuredRow('all of these but what is not read', '', sum))
    faulty.push(...belowBars(sum).map((detector) => `${detector} on ${network}`))
    for (const scenario of ADVERSARIES.filter(isPlayed)) {
      print(measuredRow(scenario.name, scenario.purpose, await overSeeds(seeds, (seed) => measureOnNode(scenario, network, seed, play))))
    }
  }
  if (only === null && (selected === null || selected === 'eth') && NODES.eth.missing === null && !(await powersAccuracy(print)))
    faulty.push('powers')
  print(`\n## Not played, or not read\n\n${tableHeader(['scenario', 'network', 'why'])}`)
  for (const network of NODE_NETWORKS) {
    for (const [name, why] of Object.entries(SKIPPED[network])) print(tableRow([name, network, `not played: ${why}`]))
    for (const [name, why] of Object.entries(NOT_READ[network])) print(tableRow([name, network, `not read: ${why}`]))
  }
  return faulty
}

async function overSeeds(seeds: number, play: (seed: number) => Promise<Measurement>): Promise<Measurement> {
  let sum = NO_MEASUREMENT
  for (let seed = 1; seed <= seeds; seed++) sum = addMeasurements(sum, await play(seed))
  return sum
}
