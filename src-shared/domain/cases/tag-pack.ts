import { isNetworkId, NETWORK_IDS, NETWORKS } from '../../networks.ts'
import type { CaseTag, TagNetwork } from './claims.ts'

/** TagPacks of GraphSense: https://github.com/graphsense/graphsense-tagpack-tool/blob/master/src/tagpack/conf/tagpack_schema.yaml. */

/** Blockchain and coin of a network. A tag on every EVM network is written as one on Ethereum. */
function codesOf(network: TagNetwork): { readonly network: string; readonly currency: string } {
  const { id, native } = NETWORKS[network === 'evm' ? 'eth' : network]
  return { network: id.toUpperCase(), currency: native.symbol }
}

/** By blockchain, or by coin in packs older than that field; undefined for an unsupported one. */
export function networkOfCode(code: string): TagNetwork | undefined {
  const id = code.toLowerCase()
  return isNetworkId(id) ? id : NETWORK_IDS.find((network) => NETWORKS[network].native.symbol.toLowerCase() === id)
}

/** Confidence in percent: https://github.com/graphsense/graphsense-tagpack-tool/blob/master/src/tagpack/db/confidence.csv. */
export const TAG_PACK_CONFIDENCE: Readonly<Record<string, number>> = {
  override: 100,
  ownership: 100,
  ledger_immanent: 100,
  manual_transaction: 90,
  service_api: 70,
  forensic_investigation: 70,
  authority_data: 60,
  trusted_provider: 50,
  service_data: 50,
  forensic: 50,
  untrusted_transaction: 40,
  web_crawl: 20,
  heuristic: 10,
  unknown: 5,
}
/** Written with every tag: no level expresses how sure a person is, so the number is in the context. */
const WRITTEN_CONFIDENCE = 'forensic_investigation'
const NO_SOURCE = 'Private tag without a source'

export const isTagPackFile = (name: string): boolean => /\.ya?ml$/i.test(name)

/**
 * Tags as a TagPack. Values that its fields cannot express (effect, note, exact confidence and kind) are JSON in the field `context`, so that reading
 * the file gives the same tags.
 */
export function tagPackText(title: string, tags: readonly CaseTag[]): string {
  const lines = [
    `title: ${quoted(title)}`,
    'creator: "Holderscope"',
    `confidence: ${WRITTEN_CONFIDENCE}`,
    ...(tags.length === 0 ? ['tags: []'] : ['tags:', ...tags.flatMap(tagLines)]),
  ]
  return `${lines.join('\n')}\n`
}

function tagLines({ address, name, ...context }: CaseTag): string[] {
  const fields = {
    address,
    label: name,
    source: context.source ?? NO_SOURCE,
    ...codesOf(context.network),
    ...(context.kind === 'exchange' ? { category: 'exchange' } : {}),
    context: JSON.stringify({ holderscope: context }),
  }
  return Object.entries(fields).map(([field, value], i) => `${i === 0 ? '- ' : '  '}${field}: ${quoted(value)}`)
}

/** A JSON string is a double-quoted string of YAML (https://yaml.org/spec/1.2.2/#12-relation-to-json). */
const quoted = (text: string): string => JSON.stringify(text)
