import { availableParallelism } from 'node:os'
import pLimit from 'p-limit'
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
 * detectors below the minimums on a network. Results of adversaries are only printed.
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
    const measure = (scenario: Scenario): Promise<Measurement> => overSeeds(seeds, (seed) => measureOnNode(scenario, network, seed, play))
    let sum = NO_MEASUREMENT
    for await (const [{ name, purpose }, measured] of measuredInOrder(
      SCENARIOS.filter((one) => isPlayed(one) && SKIPPED[network][one.name] === undefined),
      measure,
    )) {
      const isRead = NOT_READ[network][name] === undefined
      if (isRead) sum = addMeasurements(sum, measured)
      print(measuredRow(name, isRead ? purpose : 'not read', measured))
    }
    print(measuredRow('all of these but what is not read', '', sum))
    faulty.push(...belowBars(sum).map((detector) => `${detector} on ${network}`))
    for await (const [{ name, purpose }, measured] of measuredInOrder(ADVERSARIES.filter(isPlayed), measure))
      print(measuredRow(name, purpose, measured))
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

/** Measures one scenario per core at a time, each on its own node. */
async function* measuredInOrder(
  scenarios: readonly Scenario[],
  measure: (scenario: Scenario) => Promise<Measurement>,
): AsyncGenerator<[scenario: Scenario, measured: Measurement]> {
  const limit = pLimit(availableParallelism())
  const measuring = scenarios.map((scenario) => ({ scenario, measurement: limit(() => measure(scenario)) }))
  // A failure is reported where its measurement is awaited.
  void Promise.allSettled(measuring.map(({ measurement }) => measurement))
  try {
    for (const { scenario, measurement } of measuring) yield [scenario, await measurement]
  } finally {
    limit.clearQueue()
  }
}

async function overSeeds(seeds: number, play: (seed: number) => Promise<Measurement>): Promise<Measurement> {
  let sum = NO_MEASUREMENT
  for (let seed = 1; seed <= seeds; seed++) sum = addMeasurements(sum, await play(seed))
  return sum
}
