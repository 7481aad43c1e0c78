import { LABELS_MAX } from '../../../src-shared/contract/routes.ts'
import type { LabelRecord } from '../../../src-shared/contract/records/labels.ts'
import { mergeLabels, sortLabels } from '../../../src-shared/domain/merge-labels.ts'
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
  const merged = mergeLabels(rows)
  const records = addresses.flatMap((address): LabelRecord[] => {
    const known = merged.get(address)
    if (known === undefined) return []
    const tags = sortLabels(contracts.has(address) ? [...known.tags, 'smart_contract'] : known.tags)
    return [{ address, label: known.name, tags: tags.length > 0 ? tags : ['wallet'], smart_contract: tags.includes('smart_contract') }]
  })
  return valueAnswer(records, { asOf: clock.now(), source: 'snapshot' })
}
