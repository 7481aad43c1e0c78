import { LABELS_MAX } from '../../../src-shared/contract/routes.ts'
import type { LabelRecord } from '../../../src-shared/contract/records/labels.ts'
import type { Address } from '../../../src-shared/domain/address.ts'
import { LABELS, type AddressLabel, type Label } from '../../../src-shared/domain/labels.ts'
import { parseAddresses } from '../http/parse-addresses.ts'
import { valueAnswer } from '../http/answer.ts'
import type { Handler } from '../context.ts'

/** Labels of addresses in the order of the request. Addresses without a label are omitted (docs/api/rest.md#labels). */
export const labels: Handler<'labels'> = async ({ params }, { store, clock }) => {
  const addresses = parseAddresses(params.network, params.addresses, ['path', 'addresses'], LABELS_MAX)
  const [rows, facts] = await Promise.all([
    store.read.labels({ network: params.network, addresses }),
    store.read.accounts({ network: params.network, addresses }),
  ])
  const contracts = new Set(facts.filter((fact) => fact.kind === 'contract').map((fact) => fact.address))
  const byAddress = Map.groupBy(rows, (row) => row.address)
  const records = addresses.flatMap((address): LabelRecord[] => {
    const known = byAddress.get(address)
    return known === undefined ? [] : [merge(address, known, contracts.has(address))]
  })
  return valueAnswer(records, { asOf: clock.now(), source: 'snapshot' })
}

/** Lists differ in what they know about an address: the first name is used, and all tags. */
function merge(address: Address, rows: readonly AddressLabel[], contract: boolean): LabelRecord {
  const present = new Set<Label>(rows.flatMap((row) => row.tags))
  if (contract) present.add('smart_contract')
  const tags = LABELS.filter((label) => present.has(label))
  return {
    address,
    label: rows.find((row) => row.name !== null)?.name ?? null,
    tags: tags.length > 0 ? tags : ['wallet'],
    smart_contract: present.has('smart_contract'),
  }
}
