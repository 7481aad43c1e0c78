import type { NetworkId } from '../../src-shared/networks.ts'
import { detectForm } from './detect.ts'
import type { EvmHalves } from './answers/evm-pairs.ts'
import { readHolderMap } from './maps/holder-map.ts'
import { readJsonValues } from './json/read-json.ts'
import { readNodeAnswers } from './answers/node-answers.ts'
import type { ImportPlan } from './plans.ts'
import { importError } from './errors.ts'
import { readRelationshipMap } from './maps/relationship-map.ts'
import { readSnapshotFile } from './snapshots/read-snapshot.ts'

export interface PlanInput {
  readonly bytes: Uint8Array
  readonly network: NetworkId | null
  readonly name: string
  readonly waiting: readonly EvmHalves[]
}

/** Parses a file's bytes to what is to be stored. Pure. Large files take long, so it runs in a worker. */
export function readPlan({ bytes, network, name, waiting }: PlanInput): ImportPlan {
  const values = readJsonValues(bytes)
  const form = detectForm(values)
  switch (form) {
    case 'holder_map':
      return readHolderMap(values[0], network)
    case 'relationship_map':
      return readRelationshipMap(values[0], { network, name })
    case 'snapshot':
      return readSnapshotFile(values[0])
    case 'node_answers':
      return readNodeAnswers({ values, network, name, waiting })
    case null:
      throw importError('The file is JSON, but none of the supported forms: a holder map, a snapshot, or recorded node answers.')
  }
}
