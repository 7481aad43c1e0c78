import { deserialize } from 'node:v8'
import type { NetworkId } from '../../src-shared/networks.ts'
import { detectFormat } from './detect.ts'
import type { EvmHalves } from './answers/evm-pairs.ts'
import { readHolderMap } from './maps/holder-map.ts'
import type { ListOptions } from './lists/list-options.ts'
import { readList } from './lists/read-list.ts'
import { readJsonValues, readText } from './json/read-json.ts'
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
  readonly list: ListOptions
}

export interface FileInput extends Omit<PlanInput, 'waiting'> {
  /** Unpaired answers, as the previous file of node answers was prepared with them; null before the first. */
  readonly waiting: Uint8Array | null
}

const STARTS_LIKE_JSON = /^\uFEFF?\s*[[{]/

/** Parses the bytes of a file into a plan. Pure. Large files take long, so it runs in a worker. */
export function readPlan({ bytes, network, name, waiting, list }: PlanInput): ImportPlan {
  const text = readText(bytes)
  if (!STARTS_LIKE_JSON.test(text)) return readList(text, network, list)
  const values = readJsonValues(text)
  const form = detectFormat(values)
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

/** Reads a file with the unpaired answers of earlier files. */
export function readFile({ waiting, ...input }: FileInput): ImportPlan {
  // Shared memory cannot be decoded in place.
  return readPlan({ ...input, waiting: waiting === null ? [] : (deserialize(waiting.slice()) as EvmHalves[]) })
}
