import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { trustedAddress } from '../../../../src-shared/domain/address.ts'
import { NATIVE } from '../../../../src-shared/domain/events.ts'
import type { RecordedLink } from '../../../../src-shared/domain/token.ts'
import { readGzip, readRows } from '../csv.ts'

/** A part of the candidate graph of the Hop airdrop (`e2e/checks/detection/fixtures/README.md`). */
export const HOP_PART = fileURLToPath(new URL('../../detection/fixtures/hop-airdrop', import.meta.url))

/** A folder with a transfer graph and verdicts on some of its addresses, as the files of an airdrop's team were packed. */
export interface LabelledGraph {
  readonly addresses: readonly string[]
  /** One for each pair of addresses. The amounts are numbers of transfers, since neither amounts nor times are known. */
  readonly links: readonly RecordedLink[]
  /** Number of distinct counterparties of each address, including those outside the folder. */
  readonly counterparties: ReadonlyMap<string, number>
  /** Name of the service list that an address is on. */
  readonly services: ReadonlyMap<string, string>
  /** True group of each address that was found to share its operator with others. */
  readonly groups: ReadonlyMap<string, string>
  /** Labelled addresses: whether each was struck from the airdrop. */
  readonly struck: ReadonlyMap<string, boolean>
}

const groupRows = z.array(z.object({ group: z.string(), members: z.array(z.string()) }))

/** @throws Error that names the file when a file is missing or a row is not readable */
export function readLabelledGraph(directory: string): LabelledGraph {
  const rows = readRows(directory, 'addresses.csv.gz', ['id', 'address', 'service', 'neighbours'])
  const addresses: string[] = []
  const counterparties = new Map<string, number>()
  const services = new Map<string, string>()
  for (const [id = '', address = '', service = '', neighbours = ''] of rows) {
    addresses[Number(id)] = address
    counterparties.set(address, Number(neighbours))
    if (service !== '') services.set(address, service)
  }
  const groups = groupRows.parse(JSON.parse(readGzip(directory, 'groups.json.gz')))
  const verdicts = readRows(directory, 'verdicts.csv.gz', ['address', 'verdict'])
  return {
    addresses,
    links: readLinks(directory, addresses),
    counterparties,
    services,
    groups: new Map(groups.flatMap(({ group, members }) => members.map((member): [string, string] => [member, group]))),
    struck: new Map(verdicts.map(([address = '', verdict]): [string, boolean] => [address, verdict === 'struck'])),
  }
}

function readLinks(directory: string, addresses: readonly string[]): RecordedLink[] {
  const links = new Map<string, { from: string; to: string; forward: number; backward: number }>()
  for (const [x = '', y = '', , count = ''] of readRows(directory, 'edges.csv.gz', ['from', 'to', 'kind', 'count'])) {
    const [from, to] = [addresses[Number(x)], addresses[Number(y)]]
    if (from === undefined || to === undefined) throw new Error(`edges.csv.gz: addresses.csv.gz has no id ${from === undefined ? x : y}`)
    const reverse = links.get(`${y} ${x}`)
    const link = links.get(`${x} ${y}`)
    if (reverse !== undefined) reverse.backward += Number(count)
    else if (link !== undefined) link.forward += Number(count)
    else links.set(`${x} ${y}`, { from, to, forward: Number(count), backward: 0 })
  }
  return [...links.values()].map(({ from, to, ...sums }) => ({ source: trustedAddress(from), target: trustedAddress(to), token: NATIVE, ...sums }))
}
