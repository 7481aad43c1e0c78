import { parseArgs } from 'node:util'
import { NODE_NETWORKS } from './nodes/skipped-scenarios.ts'

const USAGE = `npm run accuracy -- [--nodes] [SEEDS] [--network NET] [--only NAMES] [--write]
npm run accuracy -- graph DIR [--json] [--no-lists]
npm run accuracy -- bionic DIR`

/** Default numbers of seeds. A scenario on a node takes minutes. */
const SEEDS = { simulated: '20', nodes: '1' } as const

/** Which scenarios to play, and with how many seeds. */
export interface Played {
  readonly seeds: number
  /** null selects all networks. */
  readonly network: string | null
  /** Regular expression for names of scenarios. null selects all. */
  readonly only: string | null
}

export type Arguments =
  | (Played & { readonly kind: 'simulated' | 'nodes'; readonly write: boolean })
  | { readonly kind: 'graph'; readonly directory: string; readonly asJson: boolean; readonly withServices: boolean }
  | { readonly kind: 'bionic'; readonly directory: string }

/** @throws Error with what is wrong and the usage */
export function parseArguments(given: readonly string[]): Arguments {
  try {
    const [first, ...rest] = given
    if (first === 'graph') return parseGraph(rest)
    return first === 'bionic' ? { kind: 'bionic', directory: parseDirectory(first, rest) } : parsePlayed(given)
  } catch (error) {
    throw new Error(`${(error as Error).message}.\n${USAGE}`, { cause: error })
  }
}

function parseGraph(given: readonly string[]): Arguments {
  const { values, positionals } = parseArgs({
    args: [...given],
    allowPositionals: true,
    options: { json: { type: 'boolean' }, 'no-lists': { type: 'boolean' } },
  })
  const directory = parseDirectory('graph', positionals)
  return { kind: 'graph', directory, asJson: values.json ?? false, withServices: !(values['no-lists'] ?? false) }
}

function parseDirectory(command: string, [directory, ...more]: readonly string[]): string {
  if (directory === undefined || more.length > 0) throw new Error(`${command} takes one directory`)
  return directory
}

function parsePlayed(given: readonly string[]): Arguments {
  const { values, positionals } = parseArgs({
    args: [...given],
    allowPositionals: true,
    options: { nodes: { type: 'boolean' }, write: { type: 'boolean' }, network: { type: 'string' }, only: { type: 'string' } },
  })
  const { nodes: onNodes = false, write = false, network = null, only = null } = values
  const [seeds = onNodes ? SEEDS.nodes : SEEDS.simulated, ...more] = positionals
  if (!/^[1-9]\d*$/.test(seeds) || more.length > 0) throw new Error(`SEEDS must be one positive integer, not "${positionals.join(' ')}"`)
  if (network !== null && !NODE_NETWORKS.some((one) => one === network))
    throw new Error(`--network must be one of ${NODE_NETWORKS.join(', ')}, not "${network}"`)
  if (write && (network !== null || only !== null)) throw new Error('--write cannot be combined with --network or --only')
  return { kind: onNodes ? 'nodes' : 'simulated', seeds: Number(seeds), write, network, only }
}
